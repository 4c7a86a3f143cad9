// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.PlainFiles;
import org.plateaubench.web.http.Problem;

/**
 * The files of one run. Only plain files within its folder are listed or opened; no symbolic link in a path is
 * followed. Any thread.
 */
final class RunFiles {
    private static final int MOST_FILES = 5_000;

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
        return PlainFiles.of(root, MOST_FILES, name -> true, path -> true).stream()
                .map(found -> new Entry(
                        found.path(),
                        found.attributes().size(),
                        found.attributes().lastModifiedTime().toInstant()))
                .toList();
    }

    /**
     * Opens a file for reading. A caller's path is compared with those of the files, and is not used as one.
     *
     * @throws Problem with status 404 when there is no such plain file within the folder
     */
    InputStream open(String path) throws IOException {
        return open(list().stream()
                .filter(entry -> entry.path().equals(path))
                .findFirst()
                .orElseThrow(RunFiles::none));
    }

    /** Opens a file of the list; one that has vanished since is a problem with status 404. */
    InputStream open(Entry entry) throws IOException {
        try {
            return Files.newInputStream(root.resolve(entry.path()), LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw none();
        }
    }

    private static Problem none() {
        return Problem.notFound("There is no such file in this run.");
    }
}
