// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.archive;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.plateaubench.plugin.faban.archive.UnsupportedDriver.Problem;

/**
 * Reads the class files of a driver without loading them: finds the classes that declare a benchmark or hooks, and the
 * uses of Faban's interface that Plateau does not support. Not thread-safe.
 */
public final class DriverScan {
    private static final String DEFINITION = "com.sun.faban.driver.BenchmarkDefinition";
    private static final String HOOKS = "com.sun.faban.harness.";
    private static final String CONTEXT = "com/sun/faban/driver/DriverContext";
    private static final String ANOTHER_WAY = "Take it out of the driver, or write this part as a workload of Plateau.";
    private static final Set<String> ENDING =
            Set.of("java/lang/System.exit", "java/lang/Runtime.exit", "java/lang/Runtime.halt");

    private final Set<String> definitions = new TreeSet<>();
    private final Set<String> hooks = new TreeSet<>();
    private final Set<String> own = new TreeSet<>();
    private final Set<Problem> problems = new LinkedHashSet<>();
    private boolean attachesMetrics;

    private DriverScan() {}

    /** Reads all class files of some jars. */
    public static DriverScan of(List<Path> jars) throws IOException {
        DriverScan scan = new DriverScan();
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                scan.note(jar);
            }
        }
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                scan.look(jar);
            }
        }
        return scan;
    }

    /** Names of the classes that declare a benchmark, in order. */
    public Set<String> definitions() {
        return definitions;
    }

    /** Names of the classes that have hooks of the harness, in order. */
    public Set<String> hooks() {
        return hooks;
    }

    /** Whether the driver attaches its own figures. */
    public boolean attachesMetrics() {
        return attachesMetrics;
    }

    /**
     * Checks that Plateau supports the driver.
     *
     * @throws UnsupportedDriver with all problems, if there are any
     */
    public void requireSupported() throws UnsupportedDriver {
        if (!problems.isEmpty()) {
            throw new UnsupportedDriver(List.copyOf(problems));
        }
    }

    private static boolean isClass(JarEntry entry) {
        return entry.getName().endsWith(".class") && !entry.getName().startsWith("META-INF/");
    }

    private void note(JarFile jar) {
        jar.stream()
                .filter(DriverScan::isClass)
                .forEach(entry -> own.add(entry.getName()
                        .replace('/', '.')
                        .substring(0, entry.getName().length() - ".class".length())));
    }

    private void look(JarFile jar) throws IOException {
        for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
            JarEntry entry = entries.nextElement();
            if (isClass(entry)) {
                try (InputStream in = jar.getInputStream(entry)) {
                    look(in.readAllBytes());
                } catch (IllegalArgumentException e) {
                    throw new IOException(entry.getName() + " of " + jar.getName() + " is not a class file", e);
                }
            }
        }
    }

    private void look(byte[] bytes) {
        ClassModel model = ClassFile.of().parse(bytes);
        String user = InterfaceMembers.name(model.thisClass().asSymbol());
        annotations(model, model, user);
        for (MethodModel method : model.methods()) {
            annotations(model, method, user + "." + method.methodName().stringValue() + "()");
        }
        boolean usesFaban = false;
        for (PoolEntry entry : model.constantPool()) {
            usesFaban |= entry instanceof ClassEntry type && isFabans(InterfaceMembers.name(type.asSymbol()));
        }
        if (usesFaban || definitions.contains(user)) {
            for (PoolEntry entry : model.constantPool()) {
                reference(entry, user);
            }
        }
    }

    /** Whether a class belongs to Faban and not to the driver. */
    private boolean isFabans(String name) {
        return InterfaceMembers.isOfFaban(name) && (InterfaceMembers.type(name).isPresent() || !own.contains(name));
    }

    private void reference(PoolEntry entry, String user) {
        switch (entry) {
            case ClassEntry type -> {
                String name = InterfaceMembers.name(type.asSymbol());
                if (isFabans(name) && InterfaceMembers.type(name).isEmpty()) {
                    refuse("Class " + user + " uses " + name + ", which Plateau does not have.", remedy(name));
                }
            }
            case MemberRefEntry member -> member(member, user);
            default -> {
                return;
            }
        }
    }

    private void member(MemberRefEntry member, String user) {
        String owner = member.owner().asInternalName();
        String name = member.name().stringValue();
        if (ENDING.contains(owner + "." + name)) {
            refuse(
                    "Class " + user + " calls " + owner.replace('/', '.') + "." + name
                            + ", which would end the harness.",
                    "Throw com.sun.faban.driver.FatalException instead.");
        }
        attachesMetrics |= owner.equals(CONTEXT) && name.equals("attachMetrics");
        String ownerName = owner.replace('/', '.');
        String descriptor = member.type().stringValue();
        if (isFabans(ownerName)) {
            InterfaceMembers.type(ownerName)
                    .filter(type -> !InterfaceMembers.has(type, name, descriptor))
                    .ifPresent(type -> refuse(
                            "Class " + user + " uses " + ownerName + "." + name + descriptor
                                    + ", which Plateau does not have.",
                            ANOTHER_WAY));
        }
    }

    private static String remedy(String name) {
        return name.startsWith("com.sun.faban.driver.transport.")
                ? "Get the transport by com.sun.faban.driver.HttpTransport.newInstance()."
                : ANOTHER_WAY;
    }

    private void annotations(ClassModel model, AttributedElement element, String place) {
        element.findAttribute(Attributes.runtimeVisibleAnnotations())
                .ifPresent(found -> found.annotations().forEach(one -> {
                    String name = InterfaceMembers.name(one.classSymbol());
                    String user = InterfaceMembers.name(model.thisClass().asSymbol());
                    if (name.equals(DEFINITION)) {
                        definitions.add(user);
                    } else if (name.startsWith(HOOKS)) {
                        hooks.add(user);
                    }
                    annotation(one, place);
                }));
    }

    /** Reports unknown annotations and elements of annotations, which would otherwise be ignored silently. */
    private void annotation(Annotation annotation, String place) {
        String name = InterfaceMembers.name(annotation.classSymbol());
        if (!InterfaceMembers.isOfFaban(name)) {
            return;
        }
        Class<?> type = InterfaceMembers.type(name).orElse(null);
        if (type == null) {
            refuse(place + " has @" + name + ", which Plateau does not have.", ANOTHER_WAY);
            return;
        }
        for (AnnotationElement element : annotation.elements()) {
            String elementName = element.name().stringValue();
            try {
                type.getMethod(elementName);
                value(element.value(), place);
            } catch (NoSuchMethodException e) {
                refuse(
                        place + " has @" + name + " with '" + elementName + "', which Plateau does not have.",
                        ANOTHER_WAY);
            }
        }
    }

    private void value(AnnotationValue value, String place) {
        switch (value) {
            case AnnotationValue.OfAnnotation nested -> annotation(nested.annotation(), place);
            case AnnotationValue.OfArray array -> array.values().forEach(one -> value(one, place));
            default -> {
                return;
            }
        }
    }

    private void refuse(String what, String remedy) {
        problems.add(new Problem(what, remedy));
    }
}
