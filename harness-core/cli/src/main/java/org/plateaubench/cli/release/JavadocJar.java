// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Creates the Javadoc of an artifact with this JDK from the sources in the installation. */
record JavadocJar(Release release) {
    /** Offset of the version in a class file, in bytes. */
    private static final int MAJOR_VERSION = 6;

    private static final int MAJOR_OF_JAVA_0 = 44;

    /**
     * Writes the jar.
     *
     * @param sources jar of sources
     * @param target jar to write, replaced when it exists
     * @param work empty folder for the files in between
     * @throws IOException with a one-sentence message when this JDK makes none of these sources
     */
    void write(Path sources, Path target, Path work) throws IOException {
        String title = sources.getFileName().toString().replace("-" + release.version() + "-sources.jar", "") + " "
                + release.version();
        Path pages = Files.createDirectories(work.resolve("pages"));
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-notimestamp",
                "--no-fonts",
                "-locale",
                "en",
                "-windowtitle",
                title,
                "-doctitle",
                title,
                "-bottom",
                "Apache License 2.0",
                "-Xdoclint:none",
                "--ignore-source-errors",
                "-encoding",
                "UTF-8",
                "--release",
                Integer.toString(javaOf(sources)),
                "-d",
                pages.toString(),
                "-classpath",
                libraries(),
                "-sourcepath",
                work.resolve("sources").toString()));
        arguments.addAll(unpack(sources, work.resolve("sources")));
        StringWriter messages = new StringWriter();
        int code = ToolProvider.findFirst("javadoc")
                .orElseThrow(() -> new IOException(
                        System.getProperty("java.home") + " has no javadoc: use a whole JDK, or --no-javadoc."))
                .run(new PrintWriter(messages), new PrintWriter(messages), arguments.toArray(String[]::new));
        if (code != 0) {
            throw new IOException(
                    "Javadoc of " + sources.getFileName() + " could not be made; --no-javadoc leaves it out. "
                            + messages.toString().strip());
        }
        pack(pages, target);
    }

    private String libraries() throws IOException {
        try (Stream<Path> files = Files.walk(release.folder())) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".jar") && !file.endsWith("-sources.jar"))
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    /** The version of Java that the classes beside a jar of sources are for: to its pages the Javadoc links. */
    private static int javaOf(Path sources) throws IOException {
        Path classes = sources.resolveSibling(sources.getFileName().toString().replace("-sources.jar", ".jar"));
        try (ZipFile jar = new ZipFile(classes.toFile())) {
            ZipEntry any = jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .findFirst()
                    .orElseThrow(() -> new IOException(classes + " has no class."));
            try (DataInputStream in = new DataInputStream(jar.getInputStream(any))) {
                in.skipNBytes(MAJOR_VERSION);
                return in.readUnsignedShort() - MAJOR_OF_JAVA_0;
            }
        }
    }

    /** Unpacks sources and returns the names of their packages. */
    private static Set<String> unpack(Path sources, Path folder) throws IOException {
        Set<String> packages = new TreeSet<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(sources))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (entry.getName().endsWith(".java")) {
                    Path file = folder.resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    Files.copy(in, file);
                    packages.add(folder.relativize(file.getParent()).toString().replace(File.separatorChar, '.'));
                }
            }
        }
        return packages;
    }

    private void pack(Path pages, Path target) throws IOException {
        try (OutputStream out = Files.newOutputStream(target);
                ZipOutputStream jar = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(pages)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                ZipEntry entry = new ZipEntry(pages.relativize(file).toString().replace(File.separatorChar, '/'));
                entry.setLastModifiedTime(FileTime.from(release.timestamp()));
                jar.putNextEntry(entry);
                Files.copy(file, jar);
            }
        }
    }
}
