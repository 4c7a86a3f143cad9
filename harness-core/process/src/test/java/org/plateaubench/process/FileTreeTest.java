// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {
    private static final int FOLDERS = 500;
    private static final int THREADS = 4;

    @TempDir
    Path folder = Path.of("");

    @Test
    void treeIsRemovedWithoutFollowingLinks() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("letter"), "dear");
        Path tree = Files.createDirectories(folder.resolve("tree"));
        Files.createDirectories(tree.resolve("deep/deeper"));
        Files.createSymbolicLink(tree.resolve("deep/link"), other);

        FileTree.remove(tree);
        FileTree.remove(tree);

        assertThat(tree).doesNotExist();
        assertThat(other.resolve("letter")).hasContent("dear");
    }

    @Test
    void concurrentRemovalsOfOneTreeSucceed() throws Exception {
        for (int i = 0; i < FOLDERS; i++) {
            Files.createFile(
                    Files.createDirectories(folder.resolve("tree/" + i)).resolve("file"));
        }
        List<Future<?>> removals = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                removals.add(threads.submit(() -> {
                    FileTree.remove(folder.resolve("tree"));
                    return true;
                }));
            }
        }
        for (Future<?> removal : removals) {
            removal.get();
        }
        assertThat(folder.resolve("tree")).doesNotExist();
    }
}
