// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The files of a driver: a jar with its classes, a jar as it was deployed (classes or {@code lib/*.jar}, {@code
 * resources}), or the folder of an unpacked one.
 *
 * @param folder folder that contains {@code resources}; a temporary one for a jar
 * @param jars jars with classes
 */
record DriverArchive(Path folder, List<Path> jars) {
    private static final String FABAN_ITSELF = "com/sun/faban/driver/BenchmarkDefinition.class";

    DriverArchive {
        jars = List.copyOf(jars);
    }

    /**
     * Opens the files of a driver.
     *
     * @throws IOException if they cannot be read
     */
    static DriverArchive open(Path path) throws IOException, UnsupportedDriver {
        if (Files.isDirectory(path)) {
            List<Path> jars = new ArrayList<>(jarsIn(path));
            jars.addAll(jarsIn(path.resolve("lib")));
            return new DriverArchive(path, withoutFaban(path, jars));
        }
        if (!Files.isRegularFile(path)) {
            throw new UnsupportedDriver(
                    "There is no driver at " + path.toAbsolutePath() + ".",
                    "Name the jar of the driver, or the folder of an unpacked one, in 'driverJar'.");
        }
        Path folder = Files.createTempDirectory("plateau-faban-");
        List<Path> jars = new ArrayList<>(List.of(path));
        try {
            jars.addAll(unpack(path, folder));
        } finally {
            removeAtExit(folder);
        }
        return new DriverArchive(folder, withoutFaban(path, jars));
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** Unpacks resources and libraries; returns the libraries. */
    private static List<Path> unpack(Path path, Path folder) throws IOException, UnsupportedDriver {
        try (JarFile jar = new JarFile(path.toFile())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                Path file = folder.resolve(entry.getName()).normalize();
                if (!file.startsWith(folder)) {
                    throw new UnsupportedDriver(
                            "The entry " + entry.getName() + " of " + path + " lies outside of it.",
                            "Pack the driver again.");
                }
                boolean wanted =
                        entry.getName().startsWith("lib/") || entry.getName().startsWith("resources/");
                if (wanted && !entry.isDirectory()) {
                    Files.createDirectories(file.resolveSibling(".").normalize());
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
        return jarsIn(folder.resolve("lib"));
    }

    /** Removes Faban's own jars, which a driver may contain and which Plateau replaces. */
    private static List<Path> withoutFaban(Path path, List<Path> jars) throws IOException, UnsupportedDriver {
        List<Path> kept = new ArrayList<>();
        for (Path one : jars) {
            try (JarFile jar = new JarFile(one.toFile())) {
                if (jar.getEntry(FABAN_ITSELF) == null) {
                    kept.add(one);
                }
            }
        }
        if (kept.isEmpty()) {
            throw new UnsupportedDriver(
                    path.toAbsolutePath() + " holds no jar of a driver.",
                    "Name the jar of the driver, or the folder of an unpacked one, in 'driverJar'.");
        }
        return kept;
    }

    /**
     * Arranges the removal of the unpacked files at the end of the process, until which their classes may be needed.
     */
    private static void removeAtExit(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            // Files are removed in the opposite order, so that folders are empty when they are removed.
            files.sorted().forEach(file -> file.toFile().deleteOnExit());
        }
    }
}
