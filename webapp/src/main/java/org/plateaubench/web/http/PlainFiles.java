// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Predicate;

/** Finds the plain files of a folder. Symbolic links are not followed, and what cannot be read is left out. */
public final class PlainFiles extends SimpleFileVisitor<Path> {
    private static final int DEEPEST = 8;

    private final Path folder;
    private final int max;
    private final Predicate<String> isEntered;
    private final Predicate<String> isWanted;
    private final List<Found> found = new ArrayList<>();

    private PlainFiles(Path folder, int max, Predicate<String> isEntered, Predicate<String> isWanted) {
        this.folder = folder;
        this.max = max;
        this.isEntered = isEntered;
        this.isWanted = isWanted;
    }

    /** A file that was found, by its path in the folder with slashes. */
    public record Found(String path, Path file, BasicFileAttributes attributes) {}

    /** Returns the files in the order of their paths; of very many files, only those found first. */
    public static List<Found> of(Path folder, int max, Predicate<String> isEntered, Predicate<String> isWanted)
            throws IOException {
        PlainFiles files = new PlainFiles(folder, max, isEntered, isWanted);
        if (Files.isDirectory(folder)) {
            Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), DEEPEST, files);
        }
        files.found.sort(Comparator.comparing(Found::path));
        return files.found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
        return visited.equals(folder) || isEntered.test(visited.getFileName().toString())
                ? FileVisitResult.CONTINUE
                : FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        String path = folder.relativize(file).toString().replace('\\', '/');
        if (attributes.isRegularFile() && isWanted.test(path)) {
            found.add(new Found(path, file, attributes));
        }
        return found.size() < max ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        return FileVisitResult.CONTINUE;
    }
}
