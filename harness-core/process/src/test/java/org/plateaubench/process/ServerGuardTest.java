// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.process.ServerGuard.StopSignal;
import org.plateaubench.spi.SutException;

class ServerGuardTest {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    @TempDir
    Path folder = Path.of("");

    @Test
    void stoppingTheGuardAsksTheServerToStopAndPassesItsExitCodeOn() throws Exception {
        ChildProcess guard = start("trap 'echo bye; exit 7' TERM; echo plateau-ready $$; while :; do sleep 0.1; done");
        long server = Long.parseLong(guard.awaitReady(ReadyLine.awaited(), LIMIT));

        guard.stop(LIMIT);

        assertThat(guard.ending()).endsWith("ended with exit code 7");
        assertThat(guard.logTail()).contains("bye");
        assertThat(Processes.isGone(server)).isTrue();
    }

    @Test
    void serverThatDoesNotStopIsKilled() throws Exception {
        ChildProcess guard = start("trap '' TERM; echo plateau-ready $$; while :; do sleep 0.1; done");
        long server = Long.parseLong(guard.awaitReady(ReadyLine.awaited(), LIMIT));

        guard.stop(LIMIT);

        assertThat(guard.ending()).endsWith("was ended by signal 9");
        assertThat(Processes.isGone(server)).isTrue();
    }

    @Test
    void guardEndsWithItsServer() throws Exception {
        try (ChildProcess guard = start("echo plateau-ready $$; while :; do sleep 0.1; done")) {
            long server = Long.parseLong(guard.awaitReady(ReadyLine.awaited(), LIMIT));

            ProcessHandle.of(server).orElseThrow().destroyForcibly();

            assertThat(Processes.eventually(LIMIT, () -> !guard.isAlive())).isTrue();
            assertThat(guard.ending()).endsWith("was ended by signal 9");
        }
    }

    private ChildProcess start(String script) throws SutException {
        List<String> command = ServerGuard.guarded(StopSignal.TERM, Duration.ofSeconds(2), List.of("sh", "-c", script));
        return ChildProcess.start(new ChildCommand("server", command, Map.of(), folder, folder.resolve("server.log")));
    }
}
