// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Starts a web console; found as a service among the libraries of the console. Any thread. */
public interface ConsoleProvider {
    /**
     * Starts a console, which serves when this returns.
     *
     * @throws IOException with a sentence for a person when it cannot serve
     */
    RunningConsole start(ConsoleOptions options) throws IOException;

    /**
     * Writes a backup of what a console keeps in its folder of data, whether it runs or not.
     *
     * @param data the folder of data
     * @param to file to write; there must be none of that name
     * @throws IOException with a sentence for a person when there is nothing to back up, or it cannot be written
     */
    void backup(Path data, Path to) throws IOException;

    /**
     * Puts what a backup holds into a folder of data that no console uses.
     *
     * @param from file that {@link #backup} wrote
     * @param data the folder of data
     * @param replace whether accounts that the folder holds may be replaced
     * @return where what was there is kept; empty when there was nothing
     * @throws IOException with a sentence for a person when it is refused or fails
     */
    Optional<Path> restore(Path from, Path data, boolean replace) throws IOException;
}
