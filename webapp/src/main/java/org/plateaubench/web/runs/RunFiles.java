// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.Problem;

/**
 * The files of one run. Only plain files within its folder are listed or opened; no symbolic link in a path is
 * followed. Any thread.
 */
final class RunFiles {
    private static final int MOST_FILES = 5_000;
    private static final int MOST_DEPTH = 8;
    private static final int MOST_PATH = 1_000;
    private static final Pattern PART = Pattern.compile("[^/\\\\\\p{Cc}]+");
    private static final Set<FileVisitOption> NO_LINKS = EnumSet.noneOf(FileVisitOption.class);

    private final Path root;

    RunFiles(RunFolder folder) {
        root = folder.path();
    }

    /**
     * A file.
     *
     * @param path its path relative to the folder, with slashes
     */
    record Entry(String path, long sizeBytes, Instant modifiedAt) {}

    /** Returns the plain files, in the order of their paths. */
    List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        Files.walkFileTree(root, NO_LINKS, MOST_DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    entries.add(new Entry(
                            root.relativize(file).toString(),
                            attributes.size(),
                            attributes.lastModifiedTime().toInstant()));
                }
                return entries.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        entries.sort(Comparator.comparing(Entry::path));
        return entries;
    }

    /**
     * Opens a file for reading.
     *
     * @param path path relative to the folder, from a caller; any text
     * @throws Problem with status 404 when there is no such plain file within the folder
     */
    InputStream open(String path) throws IOException {
        Path file = resolve(path);
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw none();
            }
            return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw none();
        }
    }

    private Path resolve(String path) {
        if (path.length() > MOST_PATH) {
            throw none();
        }
        Path file = root;
        try {
            for (String part : path.split("/", -1)) {
                if (!PART.matcher(part).matches() || part.equals(".") || part.equals("..")) {
                    throw none();
                }
                if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    throw none();
                }
                file = file.resolve(part);
            }
        } catch (InvalidPathException e) {
            throw none();
        }
        return file;
    }

    private static Problem none() {
        return Problem.notFound("There is no such file in this run.");
    }
}
