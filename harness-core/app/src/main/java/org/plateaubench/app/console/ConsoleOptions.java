// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a console is started with. Immutable.
 *
 * @param host interface to serve on
 * @param port port to serve on, 0 for any that is free
 * @param runs folder of run directories
 * @param files folder of run files that the console lists, edits and starts
 * @param data folder of the console's own data: embedded catalog, queued run files
 * @param catalog JDBC URL of a PostgreSQL catalog; empty for the embedded one
 * @param launcher the command that starts Plateau, for the processes of runs
 */
public record ConsoleOptions(
        String host, int port, Path runs, Path files, Path data, Optional<String> catalog, List<String> launcher) {
    public ConsoleOptions {
        launcher = List.copyOf(launcher);
    }
}
