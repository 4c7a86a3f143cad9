// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
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
        Path folder = RunsFolder.folder(name);
        return folder != null && StudyFolder.isSequence(folder)
                ? Optional.of(new StudyFolder(folder.toAbsolutePath().normalize()))
                : RunsFolder.one(StudyFolder.list(studies), StudyFolder::id, name, "studies");
    }
}
