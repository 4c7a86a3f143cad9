// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.control.RunTicket;
import picocli.CommandLine.Option;

/** The options by which a queue starts the process of a run. */
final class QueueOptions {
    @Option(names = "--ticket", hidden = true, description = "Folder through which a queue observes this process.")
    private @Nullable Path folder;

    /**
     * The ticket of this process; empty when no queue started it.
     *
     * @throws UsageError when the run was given to another process or to none
     */
    Optional<RunTicket> take() throws IOException, UsageError {
        Path given = folder;
        if (given == null) {
            return Optional.empty();
        }
        Optional<RunTicket> ticket = RunTicket.take(given);
        if (ticket.isEmpty()) {
            throw new UsageError("the queue has withdrawn this run, or assigned it to another process.");
        }
        return ticket;
    }
}
