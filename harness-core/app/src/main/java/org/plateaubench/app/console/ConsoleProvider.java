// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Starts a web console; found as a service among the libraries of the console. Thread-safe. */
public interface ConsoleProvider {
    /**
     * Starts a console, which serves when this method returns.
     *
     * @throws IOException with a one-sentence message when it cannot serve
     */
    RunningConsole start(ConsoleOptions options) throws IOException;

    /**
     * Writes a backup of a console's data folder; the console may be running.
     *
     * @param data the data folder
     * @param to file to write; it must not exist
     * @throws IOException with a one-sentence message when there is nothing to back up, or it cannot be written
     */
    void backup(Path data, Path to) throws IOException;

    /**
     * Restores a backup into a data folder that no console uses.
     *
     * @param from file that {@link #backup} wrote
     * @param data the data folder
     * @param replace whether accounts in the folder may be replaced
     * @return folder of the previous content; empty when there was none
     * @throws IOException with a one-sentence message when it is refused or fails
     */
    Optional<Path> restore(Path from, Path data, boolean replace) throws IOException;
}
