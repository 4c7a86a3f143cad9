// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.app.runs.SummaryReader;
import org.plateaubench.engine.store.RunFolder;

/** Reads the rows of runs. Whatever a folder contains, the result is a row, unless the folder is gone. Any thread. */
final class RowReader {
    private static final String LINK = "Its folder is a symbolic link, which is not followed here.";
    private static final String NAME = "The name of its folder is not the id of a run: rename the folder to open it.";

    private final InstantSource clock;

    RowReader(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns the present fingerprint of a folder; empty when it is gone. */
    Optional<Fingerprint> fingerprint(Path folder) {
        try {
            return Optional.of(Fingerprint.of(folder, clock.instant()));
        } catch (IOException e) {
            return Files.exists(folder) ? Optional.of(new Fingerprint("", false)) : Optional.empty();
        }
    }

    /** Returns the row of a run; empty when its folder is gone. */
    Optional<CatalogRow> read(String id, Path folder) {
        return fingerprint(folder).map(fingerprint -> CatalogRow.of(fingerprint.kept(), summary(id, folder)));
    }

    private static RunSummary summary(String id, Path folder) {
        if (Files.isSymbolicLink(folder)) {
            return RunSummary.unreadable(id, LINK);
        }
        if (!id.equals(String.valueOf(folder.getFileName()))) {
            return RunSummary.unreadable(id, NAME);
        }
        try {
            return SummaryReader.read(RunFolder.of(folder));
        } catch (RuntimeException | StackOverflowError e) {
            return RunSummary.unreadable(id, "What is in its folder cannot be read (" + e + ").");
        }
    }
}
