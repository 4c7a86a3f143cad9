// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.database.Databases;

/**
 * Warns when a console starts empty although its folder should hold data; without the warning, the user would only
 * learn of it from the sign-in page.
 */
final class MissingDataWarning {
    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");

    /** A console with thousands of runs should not start late because of this check. */
    private static final int MOST_LOOKED_AT = 200;

    private MissingDataWarning() {}

    /**
     * Warns when the files of the databases are gone.
     *
     * @param wasUsed whether a console had the folder of data before
     */
    static void warn(ConsoleOptions options, boolean wasUsed) {
        if (options.catalog().isPresent() || Databases.areIn(options.data())) {
            return;
        }
        Optional<String> trace = wasUsed
                ? Optional.of("a console has used that folder before")
                : startedByAConsole(options)
                        .map(run -> "a console has started run " + run + " in "
                                + options.runs().toAbsolutePath());
        trace.ifPresent(why -> LOG.log(
                System.Logger.Level.WARNING,
                "The folder " + options.data().toAbsolutePath().normalize()
                        + " has neither records.mv.db nor catalog.mv.db, although " + why
                        + ": this console begins without accounts, API tokens, audit log and queue. If there should be"
                        + " some, stop it, look whether --data names the right folder and its disk is there, or put a"
                        + " backup in its place with './plateau console restore --replace'."));
    }

    private static Optional<String> startedByAConsole(ConsoleOptions options) {
        try {
            List<RunFolder> runs = RunFolder.list(options.runs());
            return runs.reversed().stream()
                    .limit(MOST_LOOKED_AT)
                    .filter(MissingDataWarning::wasStartedByAConsole)
                    .map(RunFolder::runId)
                    .findFirst();
        } catch (IOException e) {
            // The code that lists the runs reports this failure.
            return Optional.empty();
        }
    }

    private static boolean wasStartedByAConsole(RunFolder run) {
        try {
            return RunAnnotation.read(run).startedBy() != null;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
