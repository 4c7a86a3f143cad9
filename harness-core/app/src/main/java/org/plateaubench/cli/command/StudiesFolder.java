// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.StudyFolder;
import picocli.CommandLine.Option;

public final class StudiesFolder {
    @Option(
            names = "--studies-dir",
            paramLabel = "DIR",
            description = "Folder of the results of trials, searches and studies (default: ${DEFAULT-VALUE}).",
            defaultValue = "studies")
    private Path studies = Path.of("studies");

    public Path path() {
        return studies;
    }

    /** The sequence with the given folder, id, part of an id, or {@link RunsFolder#LAST}; empty when there is none. */
    public Optional<StudyFolder> findIfAny(String name) throws IOException {
        RunsFolder.requireName(name);
        List<StudyFolder> all = StudyFolder.list(studies);
        if (name.equals(RunsFolder.LAST) && !all.isEmpty()) {
            return Optional.of(all.getLast());
        }
        List<StudyFolder> named =
                all.stream().filter(folder -> folder.id().contains(name)).toList();
        if (named.size() == 1) {
            return Optional.of(named.getFirst());
        }
        try {
            Path folder = Path.of(name);
            if (StudyFolder.isSequence(folder)) {
                return Optional.of(new StudyFolder(folder.toAbsolutePath().normalize()));
            }
        } catch (InvalidPathException e) {
            throw new UsageError("'" + name + "' is not the name of a folder.");
        }
        if (!named.isEmpty()) {
            throw new UsageError("'" + name + "' is part of the ids of " + named.size()
                    + " sequences of runs. Give a longer part, which only one of them has.");
        }
        return Optional.empty();
    }
}
