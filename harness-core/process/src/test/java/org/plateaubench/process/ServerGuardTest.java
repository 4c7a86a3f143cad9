// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.SutException;

class ServerGuardTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** The timeout for a server that does not stop. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private static final int STARTS = 50;
    private static final long STARTS_NANOS = Duration.ofMillis(5).toNanos();

    @TempDir
    Path folder = Path.of("");

    @Test
    void guardStopsServerAndReturnsExitCode() throws Exception {
        ServerProcess guard =
                start(LIMIT, "trap 'echo bye; exit 7' TERM; echo plateau-ready $$; while :; do sleep 0.1; done");
        long server = Long.parseLong(guard.awaitReady(ReadyLine.awaited(), LIMIT));

        guard.close();

        assertThat(guard.ending()).contains("ended with exit code 7; ", "bye");
        assertThat(Processes.isGone(server)).isTrue();
    }

    @Test
    void hangingServerIsKilled() throws Exception {
        ServerProcess guard = start(SHORT, "trap '' TERM; echo plateau-ready $$; while :; do sleep 0.1; done");
        long server = Long.parseLong(guard.awaitReady(ReadyLine.awaited(), LIMIT));

        guard.close();

        assertThat(guard.ending()).contains("was ended by signal 9");
        assertThat(Processes.isGone(server)).isTrue();
    }

    /** One process ends on request, and one does not. */
    @Test
    void childrenOfKilledServerAreEnded() throws Exception {
        String ending = "sh -c 'while :; do sleep 0.1; done' & one=$!; ";
        String ignoring = "sh -c 'trap \"\" TERM; while :; do sleep 0.1; done' & two=$!; ";
        try (ServerProcess guard = start(SHORT, ending + ignoring + "echo plateau-ready $$ $one $two; wait")) {
            List<Long> processes = Stream.of(
                            guard.awaitReady(ReadyLine.awaited(), LIMIT).split(" "))
                    .map(Long::valueOf)
                    .toList();

            ProcessHandle.of(processes.getFirst()).orElseThrow().destroyForcibly();

            assertThat(Processes.eventually(LIMIT, () -> processes.stream().allMatch(Processes::isGone)))
                    .isTrue();
            assertThat(Processes.eventually(LIMIT, () -> !guard.isAlive())).isTrue();
            assertThat(guard.ending()).contains("was ended by signal 9");
        }
    }

    @Test
    void serverEndsWhenGuardIsKilled() throws Exception {
        try (ServerProcess guard = start(SHORT, "echo plateau-ready $$; while :; do sleep 0.1; done")) {
            long server = Long.parseLong(guard.awaitReady(ReadyLine.awaited(), LIMIT));

            ProcessHandle.of(guard.pid()).orElseThrow().destroyForcibly();

            assertThat(Processes.eventually(LIMIT, () -> Processes.isGone(server)))
                    .isTrue();
        }
    }

    /** The harness keeps running, so only the guard can end the server. */
    @Test
    void guardStoppedDuringStartLeavesNoServer() throws Exception {
        List<String> command = ServerGuard.guarded(
                StopSignal.TERM, SHORT, folder.resolve("pid"), List.of("sh", "-c", "echo $$; exec sleep 1000"));
        for (int i = 0; i < STARTS; i++) {
            Process guard = new ProcessBuilder(command)
                    .redirectOutput(folder.resolve("server" + i).toFile())
                    .start();
            LockSupport.parkNanos(i * STARTS_NANOS / STARTS);
            guard.destroy();
            assertThat(guard.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        }
        for (int i = 0; i < STARTS; i++) {
            for (String server : Files.readAllLines(folder.resolve("server" + i))) {
                assertThat(Processes.eventually(LIMIT, () -> Processes.isGone(Long.parseLong(server))))
                        .isTrue();
            }
        }
    }

    private ServerProcess start(Duration grace, String script) throws SutException {
        List<String> command =
                ServerGuard.guarded(StopSignal.TERM, grace, folder.resolve("pid"), List.of("sh", "-c", script));
        return ServerProcess.begin(ServerCommand.java("server", command, folder, folder.resolve("server.log")), LIMIT);
    }
}
