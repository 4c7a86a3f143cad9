// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.plateaubench.spi.Plugin;

/**
 * Finds missing classes that a plugin's own classes use. Its libraries may refer to optional classes, so only their use
 * of the plugin interface is checked. No class is initialised. Stateless; any thread.
 */
final class LinkageCheck {
    private static final String SERVICE = "META-INF/services/" + Plugin.class.getName();
    private static final List<String> INTERFACE = List.of("org/plateaubench/api/", "org/plateaubench/spi/");

    private static final String NEWER_JAVA = "newer Java";
    /** Java 1.1 has class files of major version 45. */
    private static final int BEFORE_JAVA_1 = 44;

    private LinkageCheck() {}

    /** A sentence for each missing class, with the class that needs it. */
    static List<String> problems(List<Path> jars, ClassLoader loader) throws IOException {
        Map<String, String> problems = new TreeMap<>();
        for (Path jar : jars) {
            try (JarFile file = new JarFile(jar.toFile())) {
                boolean isOwn = file.getEntry(SERVICE) != null;
                for (JarEntry entry : file.stream().toList()) {
                    String name = entry.getName();
                    if (isReplaced(name)) {
                        problems.putIfAbsent(jar.toString(), brought(jar, name));
                    } else if (name.endsWith(".class")
                            && !name.startsWith("META-INF/")
                            && !name.equals("module-info.class")) {
                        check(file.getInputStream(entry).readAllBytes(), isOwn, loader, problems);
                    }
                }
            }
        }
        return List.copyOf(problems.values());
    }

    /** Whether a class of this path is never loaded from a plugin's jar. */
    private static boolean isReplaced(String path) {
        return path.endsWith(".class") && (isInterface(path) || path.startsWith("java/"));
    }

    private static String brought(Path jar, String path) {
        return jar.getFileName() + " holds " + readable(path.replaceFirst("\\.class$", ""))
                + ", which is never loaded from a plugin, since that of Plateau or Java is: leave it out (in Maven,"
                + " scope provided).";
    }

    private static void check(byte[] bytes, boolean isOwn, ClassLoader loader, Map<String, String> problems) {
        if (isOwn && isOfNewerJava(bytes)) {
            problems.putIfAbsent(NEWER_JAVA, newerJava(bytes));
            return;
        }
        ClassModel model;
        try {
            model = ClassFile.of().parse(bytes);
        } catch (IllegalArgumentException e) {
            // A library may contain files that only look like classes.
            return;
        }
        String user = readable(model.thisClass().asInternalName());
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof ClassEntry type) {
                classIsThere(type.asInternalName(), isOwn, user, loader, problems);
            }
        }
    }

    /** The head of a class file: a magic number of four bytes, then minor and major version of two bytes each. */
    private static int majorVersion(byte[] bytes) {
        return bytes.length < Long.BYTES ? 0 : ByteBuffer.wrap(bytes).getShort(Integer.BYTES + Short.BYTES) & 0xffff;
    }

    private static boolean isOfNewerJava(byte[] bytes) {
        return majorVersion(bytes) > ClassFile.latestMajorVersion();
    }

    private static String newerJava(byte[] bytes) {
        return "Classes of the plugin were compiled for Java " + (majorVersion(bytes) - BEFORE_JAVA_1)
                + ", and this Plateau runs on Java " + (ClassFile.latestMajorVersion() - BEFORE_JAVA_1)
                + ": compile with --release " + (ClassFile.latestMajorVersion() - BEFORE_JAVA_1) + " or lower.";
    }

    private static String readable(String internalName) {
        return internalName.replace('/', '.');
    }

    private static boolean isInterface(String internalName) {
        return INTERFACE.stream().anyMatch(internalName::startsWith);
    }

    private static void classIsThere(
            String name, boolean isOwn, String user, ClassLoader loader, Map<String, String> problems) {
        if (name.startsWith("[") || !(isOwn || isInterface(name))) {
            return;
        }
        try {
            Class.forName(readable(name), false, loader);
        } catch (ClassNotFoundException e) {
            problems.putIfAbsent(name, missing(user, name));
        } catch (NoClassDefFoundError e) {
            // The class exists, but one of its supertypes is missing.
            String other = String.valueOf(e.getMessage());
            problems.putIfAbsent(other, missing(user, other));
        } catch (LinkageError e) {
            problems.putIfAbsent(name, user + " uses class " + readable(name) + ", which cannot be loaded: " + e + ".");
        }
    }

    private static String missing(String user, String name) {
        return user + " uses class " + readable(name) + ", which is in no jar of the plugin.";
    }
}
