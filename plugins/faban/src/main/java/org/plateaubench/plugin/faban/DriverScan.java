// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;

/**
 * Reads the class files of a driver without loading them: finds the classes that declare a benchmark, and the uses of
 * Faban's interface that Plateau does not support, in the classes that drivers reach. Not thread-safe.
 */
final class DriverScan {
    private static final String DEFINITION = "com.sun.faban.driver.BenchmarkDefinition";
    private static final String DRIVER = "com.sun.faban.driver.BenchmarkDriver";
    private static final String HARNESS = "com.sun.faban.harness.";
    private static final List<String> PLATFORM_PACKAGES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.omg.", "org.w3c.dom.", "org.xml.sax.");
    /** Prefix of the names of Faban's classes. */
    static final String FABAN_PREFIX = "com.sun.faban.";

    private static final String REMEDY = "Take it out of the driver, or write this part as a workload of Plateau.";

    private final Set<String> definitions = new TreeSet<>();
    private final Map<String, ClassModel> classes = new TreeMap<>();
    /** Names of the members that any class uses. */
    private final Set<String> memberNames = new HashSet<>();

    private final Set<Finding> problems = new LinkedHashSet<>();
    private boolean attachesMetrics;

    private DriverScan() {}

    /** Reads all class files of some jars; the exception has all problems, if there are any. */
    static DriverScan of(List<Path> jars) throws IOException, UnsupportedDriver {
        DriverScan scan = new DriverScan();
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                scan.read(jar);
            }
        }
        List<ClassModel> drivers =
                scan.classes.values().stream().filter(scan::isDriver).toList();
        drivers.stream()
                .filter(model -> scan.annotations(model).containsKey(DEFINITION))
                .forEach(model -> scan.definitions.add(name(model.thisClass().asSymbol())));
        scan.reachableFrom(drivers).forEach(scan::check);
        if (!scan.problems.isEmpty()) {
            throw new UnsupportedDriver(List.copyOf(scan.problems));
        }
        return scan;
    }

    /** Names of the classes that declare a benchmark, in order. */
    Set<String> definitions() {
        return definitions;
    }

    boolean attachesMetrics() {
        return attachesMetrics;
    }

    private void read(JarFile jar) throws IOException {
        List<JarEntry> classFiles = jar.stream()
                .filter(entry -> entry.getName().endsWith(".class"))
                .filter(entry -> !entry.getName().startsWith("META-INF/"))
                .toList();
        for (JarEntry entry : classFiles) {
            try (InputStream in = jar.getInputStream(entry)) {
                ClassModel model = ClassFile.of().parse(in.readAllBytes());
                classes.putIfAbsent(name(model.thisClass().asSymbol()), model);
                for (PoolEntry used : model.constantPool()) {
                    if (used instanceof MemberRefEntry member) {
                        memberNames.add(member.name().stringValue());
                    }
                }
            } catch (IllegalArgumentException e) {
                throw new IOException(entry.getName() + " of " + jar.getName() + " is not a class file", e);
            }
        }
    }

    private boolean isDriver(ClassModel model) {
        Set<String> names = annotations(model).keySet();
        return names.contains(DRIVER) || names.contains(DEFINITION);
    }

    /** The classes that are reachable from some classes. */
    private Collection<ClassModel> reachableFrom(List<ClassModel> from) {
        Map<String, ClassModel> reached = new LinkedHashMap<>();
        Deque<ClassModel> next = new ArrayDeque<>(from);
        while (!next.isEmpty()) {
            ClassModel model = next.remove();
            if (reached.put(name(model.thisClass().asSymbol()), model) == null) {
                usedClasses(model).stream()
                        .map(classes::get)
                        .filter(Objects::nonNull)
                        .forEach(next::add);
            }
        }
        return reached.values();
    }

    private static Set<String> usedClasses(ClassModel model) {
        Set<String> names = new TreeSet<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type) {
                names.add(name(type.asSymbol()));
            }
        }
        return names;
    }

    private void check(ClassModel model) {
        String user = name(model.thisClass().asSymbol());
        annotations(model).forEach((name, place) -> requireType(place + " has @", name));
        Set<String> used = usedClasses(model);
        used.stream().filter(this::isFabanName).forEach(name -> requireType("Class " + user + " uses ", name));
        used.stream().filter(name -> !classes.containsKey(name)).forEach(name -> requirePlatform(user, name));
        Set<MemberRefEntry> uncalled = onlyUncalled(model);
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member && !uncalled.contains(member)) {
                requireMember(member, user);
            }
        }
    }

    /** The members that a class uses only in methods that are never called. */
    private Set<MemberRefEntry> onlyUncalled(ClassModel model) {
        Set<MemberRefEntry> called = new HashSet<>();
        Set<MemberRefEntry> uncalled = new HashSet<>();
        for (MethodModel method : model.methods()) {
            String name = method.methodName().stringValue();
            boolean isCalled = !isDriver(model)
                    || name.startsWith("<")
                    || method.findAttribute(Attributes.runtimeVisibleAnnotations())
                            .isPresent()
                    || memberNames.contains(name);
            method.code()
                    .ifPresent(code -> code.forEach(element -> {
                        if (element instanceof InvokeInstruction invoke) {
                            (isCalled ? called : uncalled).add(invoke.method());
                        }
                    }));
        }
        uncalled.removeAll(called);
        return uncalled;
    }

    /** Refuses a class that the JDK no longer has or does not export. */
    private void requirePlatform(String user, String name) {
        if (PLATFORM_PACKAGES.stream().noneMatch(name::startsWith) || name.startsWith(FABAN_PREFIX)) {
            return;
        }
        Class<?> type = type(name, ClassLoader.getPlatformClassLoader());
        if (type == null || !type.getModule().isExported(type.getPackageName())) {
            problems.add(Finding.problem(
                    "Class " + user + " uses " + name + ", which Java "
                            + Runtime.version().feature() + " does not offer.",
                    "Pack a library that has it in the folder 'lib' of the driver, or use another class."));
        }
    }

    private Map<String, String> annotations(ClassModel model) {
        String user = name(model.thisClass().asSymbol());
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations(model, user, annotations);
        model.methods()
                .forEach(method ->
                        annotations(method, user + "." + method.methodName().stringValue() + "()", annotations));
        return annotations;
    }

    /** Adds Faban's annotations of a class or method, each with the first place that has it. */
    private void annotations(AttributedElement element, String place, Map<String, String> annotations) {
        element.findAttribute(Attributes.runtimeVisibleAnnotations())
                .ifPresent(found -> found.annotations().stream()
                        .map(annotation -> name(annotation.classSymbol()))
                        .filter(this::isFabanName)
                        .forEach(name -> annotations.putIfAbsent(name, place)));
    }

    private boolean isFabanName(String name) {
        return name.startsWith(FABAN_PREFIX) && (type(name) != null || !classes.containsKey(name));
    }

    private void requireType(String user, String name) {
        if (!name.startsWith(HARNESS) && type(name) == null) {
            String remedy = name.startsWith("com.sun.faban.driver.transport.")
                    ? "Get the transport by com.sun.faban.driver.HttpTransport.newInstance()."
                    : REMEDY;
            problems.add(Finding.problem(user + name + ", which Plateau does not have.", remedy));
        }
    }

    private void requireMember(MemberRefEntry member, String user) {
        String owner = member.owner().asInternalName().replace('/', '.');
        String name = member.name().stringValue();
        String descriptor = member.type().stringValue();
        attachesMetrics |= owner.equals("com.sun.faban.driver.DriverContext") && name.equals("attachMetrics");
        Class<?> type = isFabanName(owner) ? type(owner) : null;
        if (type != null && !has(type, name, descriptor)) {
            problems.add(Finding.problem(
                    "Class " + user + " uses " + owner + "." + name + descriptor + ", which Plateau does not have.",
                    REMEDY));
        }
    }

    /** Whether a class has a method, constructor or field, including inherited ones. */
    private static boolean has(Class<?> owner, String name, String descriptor) {
        try {
            if (!descriptor.startsWith("(")) {
                return owner.getField(name).getType().descriptorString().equals(descriptor);
            }
            MethodType type = MethodType.fromMethodDescriptorString(descriptor, DriverScan.class.getClassLoader());
            return name.equals("<init>")
                    ? owner.getConstructor(type.parameterArray()) != null
                    : owner.getMethod(name, type.parameterArray()).getReturnType() == type.returnType();
        } catch (ReflectiveOperationException | TypeNotPresentException e) {
            return false;
        }
    }

    /** A supported class of Faban's interface by its name with dots; null if there is none. */
    private static @Nullable Class<?> type(String name) {
        return type(name, DriverScan.class.getClassLoader());
    }

    private static @Nullable Class<?> type(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static String name(ClassDesc type) {
        String descriptor = type.descriptorString().replaceFirst("^\\[+(?=L)", "");
        return descriptor.startsWith("L")
                ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.')
                : descriptor;
    }
}
