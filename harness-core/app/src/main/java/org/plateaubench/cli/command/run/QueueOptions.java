// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunTicket;
import org.plateaubench.app.UsageError;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine.Option;

final class QueueOptions {
    @Option(names = "--ticket", hidden = true, description = "Folder through which a queue observes this process.")
    private @Nullable Path folder;

    /** The work of a command, with the ticket of the queue if one started this process. */
    interface Work {
        int carryOut(Optional<RunTicket> ticket) throws IOException, WrongConfiguration, InterruptedException;
    }

    /** Carries out a command and reports its end to the queue; fails when the run was withdrawn or reassigned. */
    int carryOut(Consumer<List<String>> settings, Work work)
            throws IOException, WrongConfiguration, InterruptedException {
        Optional<RunTicket> ticket = take();
        if (ticket.isEmpty()) {
            return work.carryOut(ticket);
        }
        try {
            settings.accept(ticket.get().settings());
            int code = work.carryOut(ticket);
            ticket.get().ended(code);
            return code;
        } catch (IOException | WrongConfiguration | RuntimeException e) {
            ticket.get().ended(ExitCode.of(e).code());
            throw e;
        }
    }

    private Optional<RunTicket> take() throws IOException {
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
