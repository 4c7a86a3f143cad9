// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.cli.release.Release;

/** The installation as an archive that runs wherever it is unpacked. */
final class InstallationArchive {
    /**
     * The files and folders that are packed. Caches of this host's JDK and files of users, such as runs, are not
     * included.
     */
    private static final List<String> CONTENT = List.of(
            "CHANGELOG.md",
            "LICENSE",
            "NOTICE",
            "README.md",
            "THIRD-PARTY.txt",
            "configs",
            "console",
            "docs",
            "lib",
            "packaging",
            "plateau",
            "plugins",
            Release.FILE,
            "sbom.json",
            "sdk");

    private InstallationArchive() {}

    /**
     * Writes the archive, in which all files are in the folder {@code plateau-VERSION}. Equal installations give equal
     * bytes.
     *
     * @param file file to write; an existing one is replaced
     */
    static void write(Release release, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                TarFile tar = new TarFile(out, release.timestamp())) {
            add(release, tar, "plateau-" + release.version() + "/");
        }
    }

    /** Adds the files of the installation below a folder, whose name ends in a slash, and returns their size in bytes. */
    static long add(Release release, TarFile tar, String prefix) throws IOException {
        long bytes = 0;
        tar.folder(prefix);
        for (Path path : content(release)) {
            String entry = prefix + release.folder().relativize(path);
            if (Files.isDirectory(path)) {
                tar.folder(entry + "/");
            } else {
                tar.file(entry, path);
                bytes += Files.size(path);
            }
        }
        return bytes;
    }

    /** Returns the files and folders of the installation, each folder before its content. */
    static List<Path> content(Release release) throws IOException {
        List<Path> content = new ArrayList<>();
        for (String name : CONTENT) {
            Path path = release.folder().resolve(name);
            if (Files.exists(path)) {
                try (Stream<Path> paths = Files.walk(path)) {
                    paths.sorted().forEach(content::add);
                }
            }
        }
        return content;
    }
}
