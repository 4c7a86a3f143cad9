// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Creates the folder of a plugin from a class path: a folder of classes becomes a jar, and libraries are copied. */
public final class PluginFolder {
    /** Libraries that Plateau provides or that belong to tests; a plugin cannot have its own version of them. */
    private static final Pattern LEFT_OUT = Pattern.compile(
            "(plateau-(api|testkit|junit|launch)|jspecify|apiguardian-api|junit|opentest4j|assertj|surefire)-.*");

    private PluginFolder() {}

    /**
     * Creates the folder; files that it contains are deleted first.
     *
     * @param folder the folder, named like the plugin's id
     * @param classPath jars and folders of classes; missing ones and those that Plateau provides are left out
     */
    public static void make(Path folder, List<Path> classPath) throws LaunchFailure {
        try {
            Files.createDirectories(folder);
            try (Stream<Path> before = Files.list(folder)) {
                for (Path file : before.toList()) {
                    Files.delete(file);
                }
            }
            int number = 0;
            for (Path entry : classPath) {
                if (Files.isDirectory(entry)) {
                    pack(entry, folder.resolve("classes-" + ++number + ".jar"));
                } else if (Files.isRegularFile(entry)
                        && !LEFT_OUT.matcher(entry.getFileName().toString()).matches()) {
                    Files.copy(entry, folder.resolve(entry.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new LaunchFailure("The plugin folder " + folder + " cannot be created: " + e.getMessage(), e);
        }
    }

    private static void pack(Path classes, Path jar) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(classes)) {
            files = found.filter(Files::isRegularFile).sorted().toList();
        }
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path file : files) {
                zip.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, zip);
            }
        }
    }
}
