// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunTicketTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void takenTicketCannotBeWithdrawnOrTaken() throws IOException {
        RunTicket issued = RunTicket.issue(folder);
        assertThat(issued.state().holder()).isEqualTo(RunTicket.Holder.NOBODY);

        RunTicket taken = RunTicket.take(folder).orElseThrow();

        assertThat(issued.withdraw()).isFalse();
        assertThat(RunTicket.take(folder)).isEmpty();
        assertThat(issued.state().holder()).isEqualTo(RunTicket.Holder.PROCESS);
        assertThat(issued.state().process()).hasValue(ProcessHandle.current());
        assertThat(issued.state().exitCode()).isEmpty();
        taken.ended(130);
        assertThat(issued.state().exitCode()).hasValue(130);
    }

    @Test
    void withdrawnTicketCannotBeTaken() throws IOException {
        RunTicket issued = RunTicket.issue(folder);

        assertThat(issued.withdraw()).isTrue();

        assertThat(RunTicket.take(folder)).isEmpty();
        assertThat(issued.state().holder()).isEqualTo(RunTicket.Holder.QUEUE);
        assertThat(RunTicket.issue(folder).withdraw()).isTrue();
    }

    @Test
    void settingsAreWrittenToPrivateFile() throws IOException {
        RunTicket issued = RunTicket.issue(folder);
        assertThatThrownBy(issued::settings).isInstanceOf(IOException.class);
        List<String> settings = List.of("run.name=a b", "-x=\"ü\"\n@y");
        // A console that was killed while it wrote leaves this file behind.
        Files.writeString(folder.resolve(".settings.json.tmp"), "half");

        issued.passSettings(settings);

        assertThat(RunTicket.take(folder).orElseThrow().settings()).isEqualTo(settings);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("settings.json"))))
                .isEqualTo("rw-------");
        issued.passSettings(List.of());
        assertThat(issued.settings()).isEmpty();
    }

    @Test
    void concurrentTakeAndWithdrawHaveOneWinner() throws IOException, InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 50; round++) {
                Path ticket = folder.resolve("ticket-" + round);
                RunTicket issued = RunTicket.issue(ticket);
                List<Callable<Boolean>> attempts =
                        List.of(issued::withdraw, () -> RunTicket.take(ticket).isPresent());
                List<Future<Boolean>> results = threads.invokeAll(attempts);
                assertThat(results.get(0).get()).isNotEqualTo(results.get(1).get());
            }
        }
    }
}
