// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.study.StudyFileReader;
import org.plateaubench.engine.config.study.StudySpec;

/**
 * The study files in the folder of run files. Paths come from callers: only names of a plain form are accepted, and nothing
 * is read through a symbolic link. Any thread.
 */
final class StudyFileFolder {
    private static final int MOST_FILES = 2_000;
    private static final int DEEPEST = 8;

    /** The names of run files that a console shows to everybody. */
    private static final Pattern SHOWN =
            Pattern.compile("(?:[A-Za-z0-9_][A-Za-z0-9._-]*/){0,7}[A-Za-z0-9_][A-Za-z0-9._-]*\\.ya?ml");

    private final Path folder;

    /** The files of a folder, which need not exist. */
    StudyFileFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * A study file.
     *
     * @param path its path in the folder of run files
     * @param name name of the study; the path for a file that has problems
     * @param description a sentence, may be empty
     * @param scales names of its smaller forms
     */
    record Entry(String path, String name, String description, List<String> scales) {}

    /** Returns the file of a path, study or run file; empty for none, a hidden one, and one that links lead to. */
    Optional<Path> file(String path) {
        try {
            Path file = folder.resolve(path).normalize();
            boolean isFile = SHOWN.matcher(path).matches()
                    && file.startsWith(folder)
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && file.toRealPath().equals(folder.toRealPath().resolve(folder.relativize(file)));
            return isFile ? Optional.of(file) : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the study files in the order of their paths; of very many files, those among the first that are found. */
    List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            int[] seen = {0};
            Files.walkFileTree(
                    folder, EnumSet.noneOf(java.nio.file.FileVisitOption.class), DEEPEST, new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            String path = folder.relativize(file).toString().replace('\\', '/');
                            if (attributes.isRegularFile()
                                    && SHOWN.matcher(path).matches()) {
                                entry(path, file).ifPresent(entries::add);
                                seen[0]++;
                            }
                            return seen[0] < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException e) {
                            return FileVisitResult.CONTINUE; // A file that the console may not read is left out.
                        }
                    });
        }
        entries.sort(Comparator.comparing(Entry::path));
        return entries;
    }

    private static Optional<Entry> entry(String path, Path file) {
        if (!StudyFileReader.isStudy(file)) {
            return Optional.empty();
        }
        try {
            List<String> scales = StudyFileReader.scales(file);
            StudySpec spec = StudyFileReader.read(file, "").spec();
            return Optional.of(new Entry(path, spec.name().isEmpty() ? path : spec.name(), spec.description(), scales));
        } catch (WrongConfiguration e) {
            // Submitting it says what is wrong.
            return Optional.of(new Entry(path, path, "", List.of()));
        }
    }
}
