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
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The files that a console shows of the folder of run files: those whose paths have a plain form. Stateless; any thread. */
public final class RunFileListing {
    private static final int MOST_FILES = 2_000;
    private static final int DEEPEST = 8;
    private static final int LONGEST_PATH = 200;
    private static final Pattern NAME =
            Pattern.compile("(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,7}[A-Za-z0-9_][A-Za-z0-9._-]*\\.ya?ml");
    private static final Set<String> PASSED_OVER = Set.of("target", "node_modules", "runs-kept");

    private RunFileListing() {}

    /**
     * A file that was found.
     *
     * @param path its path in the folder, with slashes
     */
    public record Found(String path, Path file, BasicFileAttributes attributes) {}

    /** Returns whether a path, which a caller may have sent, has that form. */
    public static boolean isName(String path) {
        return path.length() <= LONGEST_PATH && NAME.matcher(path).matches();
    }

    /** Returns the file of a path, existing or not; empty when the path has another form or a symbolic link leads to it. */
    public static Optional<Path> find(Path folder, String path) {
        if (!isName(path)) {
            return Optional.empty();
        }
        Path file = folder.resolve(path);
        for (Path part = file; part != null && !part.equals(folder); part = part.getParent()) {
            if (Files.isSymbolicLink(part)) {
                return Optional.empty();
            }
        }
        return Optional.of(file);
    }

    /**
     * Returns the files in the order of their paths; of very many, the first that are found. Symbolic links are not
     * followed.
     *
     * @param folder absolute; need not exist
     */
    public static List<Found> list(Path folder) throws IOException {
        List<Found> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), DEEPEST, new Visitor(folder, found));
        }
        found.sort(Comparator.comparing(Found::path));
        return found;
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {
        private final Path folder;
        private final List<Found> found;

        Visitor(Path folder, List<Found> found) {
            this.folder = folder;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
            String name = visited.equals(folder) ? "" : visited.getFileName().toString();
            return name.startsWith(".") || PASSED_OVER.contains(name)
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String path = folder.relativize(file).toString().replace('\\', '/');
            if (attributes.isRegularFile() && isName(path)) {
                found.add(new Found(path, file, attributes));
            }
            return found.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // A file that the console may not read is left out.
        }
    }
}
