// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.faban.UnsupportedDriver.Problem;

/**
 * Reads the class files of a driver without loading them: finds the classes that declare a benchmark, and the uses of
 * Faban's interface that Plateau does not support. Classes of Faban's harness, which validate and start a run there, are
 * left out. Not thread-safe.
 */
final class DriverScan {
    private static final String DEFINITION = "com.sun.faban.driver.BenchmarkDefinition";
    private static final String DRIVER = "com.sun.faban.driver.BenchmarkDriver";
    private static final String HARNESS = "com.sun.faban.harness.";
    private static final String CONTEXT = "com.sun.faban.driver.DriverContext";
    private static final String ANOTHER_WAY = "Take it out of the driver, or write this part as a workload of Plateau.";
    private static final Set<String> ENDING =
            Set.of("java.lang.System.exit", "java.lang.Runtime.exit", "java.lang.Runtime.halt");

    private final Set<String> definitions = new TreeSet<>();
    private final Set<String> ofHarness = new TreeSet<>();
    private final Set<String> own = new TreeSet<>();
    private final Set<Problem> problems = new LinkedHashSet<>();
    private boolean attachesMetrics;

    private DriverScan() {}

    /**
     * Reads all class files of some jars.
     *
     * @throws UnsupportedDriver with all problems, if there are any
     */
    static DriverScan of(List<Path> jars) throws IOException, UnsupportedDriver {
        DriverScan scan = new DriverScan();
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                classes(jar)
                        .forEach(entry ->
                                scan.own.add(entry.getName().replace('/', '.').replaceFirst("\\.class$", "")));
            }
        }
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                scan.read(jar);
            }
        }
        if (!scan.problems.isEmpty()) {
            throw new UnsupportedDriver(List.copyOf(scan.problems));
        }
        return scan;
    }

    /** Names of the classes that declare a benchmark, in order. */
    Set<String> definitions() {
        return definitions;
    }

    /** Names of the classes that belong to Faban's harness and are left out, in order. */
    Set<String> ofHarness() {
        return ofHarness;
    }

    /** Whether the driver attaches its own figures. */
    boolean attachesMetrics() {
        return attachesMetrics;
    }

    private static Stream<JarEntry> classes(JarFile jar) {
        return jar.stream()
                .filter(entry ->
                        entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/"));
    }

    private void read(JarFile jar) throws IOException {
        for (JarEntry entry : classes(jar).toList()) {
            try (InputStream in = jar.getInputStream(entry)) {
                read(ClassFile.of().parse(in.readAllBytes()));
            } catch (IllegalArgumentException e) {
                throw new IOException(entry.getName() + " of " + jar.getName() + " is not a class file", e);
            }
        }
    }

    private void read(ClassModel model) {
        String user = name(model.thisClass().asSymbol());
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations(model, user, annotations);
        model.methods()
                .forEach(method ->
                        annotations(method, user + "." + method.methodName().stringValue() + "()", annotations));
        Set<String> used = new TreeSet<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type && isOfFaban(name(type.asSymbol()))) {
                used.add(name(type.asSymbol()));
            }
        }
        boolean isDriver = annotations.containsKey(DRIVER) || annotations.containsKey(DEFINITION);
        if (!isDriver
                && Stream.concat(annotations.keySet().stream(), used.stream())
                        .anyMatch(name -> name.startsWith(HARNESS))) {
            ofHarness.add(user);
            return;
        }
        if (annotations.containsKey(DEFINITION)) {
            definitions.add(user);
        }
        annotations.forEach((name, place) -> requireType(place + " has @", name));
        used.forEach(name -> requireType("Class " + user + " uses ", name));
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member && (isDriver || !used.isEmpty())) {
                member(member, user);
            }
        }
    }

    /** Adds Faban's annotations of a class or method, each with the first place that has it. */
    private void annotations(AttributedElement element, String place, Map<String, String> annotations) {
        element.findAttribute(Attributes.runtimeVisibleAnnotations())
                .ifPresent(found -> found.annotations().stream()
                        .map(annotation -> name(annotation.classSymbol()))
                        .filter(this::isOfFaban)
                        .forEach(name -> annotations.putIfAbsent(name, place)));
    }

    /** Whether a class belongs to Faban and not to the driver. */
    private boolean isOfFaban(String name) {
        return name.startsWith(DriverLoader.INTERFACE) && (type(name) != null || !own.contains(name));
    }

    private void requireType(String user, String name) {
        if (type(name) == null) {
            problems.add(new Problem(user + name + ", which Plateau does not have.", remedy(name)));
        }
    }

    private static String remedy(String name) {
        return name.startsWith("com.sun.faban.driver.transport.")
                ? "Get the transport by com.sun.faban.driver.HttpTransport.newInstance()."
                : ANOTHER_WAY;
    }

    private void member(MemberRefEntry member, String user) {
        String owner = member.owner().asInternalName().replace('/', '.');
        String name = member.name().stringValue();
        String descriptor = member.type().stringValue();
        if (ENDING.contains(owner + "." + name)) {
            problems.add(new Problem(
                    "Class " + user + " calls " + owner + "." + name + ", which would end the harness.",
                    "Throw com.sun.faban.driver.FatalException instead."));
        }
        attachesMetrics |= owner.equals(CONTEXT) && name.equals("attachMetrics");
        Class<?> type = isOfFaban(owner) ? type(owner) : null;
        if (type != null && !has(type, name, descriptor)) {
            problems.add(new Problem(
                    "Class " + user + " uses " + owner + "." + name + descriptor + ", which Plateau does not have.",
                    ANOTHER_WAY));
        }
    }

    /** Whether a class has a method, constructor or field, including inherited ones. */
    private static boolean has(Class<?> owner, String name, String descriptor) {
        if (!descriptor.startsWith("(")) {
            return Stream.of(owner.getFields(), owner.getDeclaredFields())
                    .flatMap(Arrays::stream)
                    .anyMatch(field -> field.getName().equals(name)
                            && field.getType().descriptorString().equals(descriptor));
        }
        if (name.equals("<init>")) {
            return Arrays.stream(owner.getDeclaredConstructors())
                    .anyMatch(made -> MethodType.methodType(void.class, made.getParameterTypes())
                            .descriptorString()
                            .equals(descriptor));
        }
        return Stream.of(owner.getMethods(), owner.getDeclaredMethods(), Object.class.getMethods())
                .flatMap(Arrays::stream)
                .anyMatch(method -> method.getName().equals(name)
                        && MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                                .descriptorString()
                                .equals(descriptor));
    }

    /** A supported class of Faban's interface by its name with dots; null if there is none. */
    private static @Nullable Class<?> type(String name) {
        try {
            return Class.forName(name, false, DriverScan.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static String name(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.startsWith("L")
                ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.')
                : descriptor;
    }
}
