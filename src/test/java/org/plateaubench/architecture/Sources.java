// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.architecture;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plateaubench.command.LaunchedPlateau;

/** The files of this repository, without build output and caches. */
final class Sources {
    static final Path HOME = LaunchedPlateau.home();
    private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git", ".plateau");

    private Sources() {}

    /** The sorted files whose paths relative to the repository match. */
    static List<Path> matching(Pattern paths) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(HOME, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException vanished) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (paths.matcher(relativePath(file)).matches()) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        files.sort(null);
        return files;
    }

    static String relativePath(Path file) {
        return HOME.relativize(file).toString();
    }
}
