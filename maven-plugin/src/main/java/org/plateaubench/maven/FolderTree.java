// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes folders with their content. */
final class FolderTree {
    private FolderTree() {}

    /** Deletes a folder with its content, if it exists. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> entries;
        try (Stream<Path> found = Files.walk(folder)) {
            entries = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path entry : entries) {
            Files.delete(entry);
        }
    }
}
