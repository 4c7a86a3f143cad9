// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Folders with all they hold. */
public final class FileTree {
    private FileTree() {}

    /** Removes a file or folder with all it holds; nothing when it is not there. Links are not followed. */
    public static void remove(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(root)) {
            List<Path> leavesFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path file : leavesFirst) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Unpacks a zip file. An entry that points out of the folder ends it. */
    static void unzip(Path zip, Path folder) throws IOException {
        try (ZipFile file = new ZipFile(zip.toFile())) {
            Enumeration<? extends ZipEntry> entries = file.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder.normalize())) {
                    throw new IOException("entry " + entry.getName() + " of " + zip + " points out of its folder");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                    continue;
                }
                Files.createDirectories(target.getParent());
                try (InputStream input = file.getInputStream(entry)) {
                    Files.copy(input, target);
                }
            }
        }
    }
}
