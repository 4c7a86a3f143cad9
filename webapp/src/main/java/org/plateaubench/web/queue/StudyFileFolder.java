// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.repetition.StudyFileReader;
import org.plateaubench.engine.config.repetition.StudySpec;
import org.plateaubench.web.http.runs.RunFileListing;

/**
 * The study files in the folder of run files. Paths come from callers: only names of a plain form are accepted, and nothing
 * is read through a symbolic link. Any thread.
 */
final class StudyFileFolder {
    private final Path folder;

    /** Creates the access to a folder, which need not exist. */
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

    /**
     * Returns the study file or run file at a path; empty if there is none, or if it is hidden or reached through
     * links.
     */
    Optional<Path> file(String path) {
        try {
            Path file = folder.resolve(path).normalize();
            boolean isFile = RunFileListing.isName(path)
                    && file.startsWith(folder)
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && file.toRealPath().equals(folder.toRealPath().resolve(folder.relativize(file)));
            return isFile ? Optional.of(file) : Optional.empty();
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the study files in the order of their paths; if the folder has very many files, only those among the
     * first ones found.
     */
    List<Entry> list() throws IOException {
        return RunFileListing.list(folder).stream()
                .flatMap(found -> entry(found.path(), found.file()).stream())
                .toList();
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
            // Submitting the file reports its problems.
            return Optional.of(new Entry(path, path, "", List.of()));
        }
    }
}
