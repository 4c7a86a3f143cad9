// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Reads the number of users that Faban drivers declare for each unit of the scale from the class files of their jar. No
 * class is loaded. Stateless.
 */
final class ThreadsPerScale {
    private static final String DRIVER = "Lcom/sun/faban/driver/BenchmarkDriver;";

    private ThreadsPerScale() {}

    /**
     * Reads a jar, with its classes or with jars in {@code lib}, or the folder of an unpacked one.
     *
     * @return the numbers by the names and classes of the drivers; what cannot be read is missing
     */
    static Map<String, Float> of(Path jar) {
        Map<String, Float> byDriver = new HashMap<>();
        try (Stream<Path> files = Files.walk(jar)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                read(file.toString(), Files.readAllBytes(file), byDriver);
            }
        } catch (IOException e) {
            // The plugin reports a jar that it cannot read.
        }
        return byDriver;
    }

    private static void read(String name, byte[] content, Map<String, Float> byDriver) throws IOException {
        if (name.endsWith(".class")) {
            readClass(content, byDriver);
        } else if (name.endsWith(".jar")) {
            try (InputStream in = new ByteArrayInputStream(content);
                    ZipInputStream zip = new ZipInputStream(in)) {
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    read(entry.getName(), zip.readAllBytes(), byDriver);
                }
            }
        }
    }

    private static void readClass(byte[] bytes, Map<String, Float> byDriver) {
        try {
            ClassModel model = ClassFile.of().parse(bytes);
            model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                    .flatMap(all -> all.annotations().stream())
                    .filter(annotation -> annotation.className().equalsString(DRIVER))
                    .forEach(annotation -> add(model, annotation, byDriver));
        } catch (IllegalArgumentException e) {
            // It is not a class file.
        }
    }

    private static void add(ClassModel model, Annotation annotation, Map<String, Float> byDriver) {
        float threads = 1;
        String name = "";
        for (AnnotationElement element : annotation.elements()) {
            if (element.value() instanceof AnnotationValue.OfFloat given) {
                threads = given.floatValue();
            } else if (element.name().equalsString("name")
                    && element.value() instanceof AnnotationValue.OfString given) {
                name = given.stringValue();
            }
        }
        byDriver.put(name, threads);
        byDriver.put(model.thisClass().asInternalName().replace('/', '.'), threads);
    }
}
