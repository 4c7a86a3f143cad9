// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.foreign;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The number of users that Faban drivers declare for each unit of the scale, read from the class files of their jar. No
 * class is loaded, and classes that cannot be read declare nothing. Not thread-safe.
 */
final class ThreadsPerScale {
    private static final String DRIVER = "Lcom/sun/faban/driver/BenchmarkDriver;";
    private static final int MOST_ENTRIES = 20_000;
    private static final int MOST_BYTES = 64 << 20;

    private final Map<String, Float> byDriver = new HashMap<>();
    private int entries;

    private ThreadsPerScale() {}

    /**
     * Reads a jar, with its classes or with jars in {@code lib}, or an unpacked one.
     *
     * @param jar the jar; null when it is not known, so that nothing is declared
     */
    static ThreadsPerScale of(@Nullable Path jar) {
        ThreadsPerScale all = new ThreadsPerScale();
        if (jar != null) {
            try {
                all.readAll(jar);
            } catch (IOException e) {
                // The classes read so far are valid; the plugin reports a jar that it cannot read.
            }
        }
        return all;
    }

    /** The number that a driver declares, identified by its name or its class; empty when it was not found. */
    Optional<Float> of(String driver) {
        return Optional.ofNullable(byDriver.get(driver));
    }

    private void readAll(Path jar) throws IOException {
        if (!Files.isDirectory(jar)) {
            try (InputStream in = Files.newInputStream(jar)) {
                readJar(in, true);
            }
            return;
        }
        try (Stream<Path> files = Files.walk(jar)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    read(file.toString(), in, true);
                }
            }
        }
    }

    private void readJar(InputStream jar, boolean withJars) throws IOException {
        ZipInputStream zip = new ZipInputStream(jar);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            read(entry.getName(), zip, withJars);
        }
    }

    private void read(String name, InputStream content, boolean withJars) throws IOException {
        boolean isJar = withJars && name.endsWith(".jar");
        if (!isJar && !name.endsWith(".class")) {
            return;
        }
        if (++entries > MOST_ENTRIES) {
            throw new IOException("more than " + MOST_ENTRIES + " classes");
        }
        byte[] bytes = content.readNBytes(MOST_BYTES);
        if (isJar) {
            readJar(new ByteArrayInputStream(bytes), false);
        } else {
            readClass(bytes);
        }
    }

    private void readClass(byte[] bytes) {
        try {
            ClassFile.of().parse(bytes).findAttribute(Attributes.runtimeVisibleAnnotations()).stream()
                    .flatMap(all -> all.annotations().stream())
                    .filter(annotation -> annotation.className().equalsString(DRIVER))
                    .forEach(annotation -> declare(bytes, annotation));
        } catch (IllegalArgumentException e) {
            // It is not a class file.
        }
    }

    private void declare(byte[] bytes, Annotation annotation) {
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
        byDriver.put(ClassFile.of().parse(bytes).thisClass().asInternalName().replace('/', '.'), threads);
    }
}
