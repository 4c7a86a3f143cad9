// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.SutException;

/** No child outlives the harness, however that ends. */
class OrphanTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void killedHarnessLeavesNoWatchingChildAndNoGuardedServer() throws Exception {
        try (ServerProcess harness = harness("watching", "watching", "guarded")) {
            List<Long> children = children(harness);
            assertThat(children).as("with the guard").hasSize(4).allMatch(pid -> !Processes.isGone(pid));

            ProcessHandle.of(harness.pid()).orElseThrow().destroyForcibly(); // SIGKILL

            assertThat(children).allMatch(OrphanTest::goneWithinSeconds);
        }
    }

    @Test
    void terminatedHarnessStopsEvenAChildThatDoesNotWatchAndGivesAServerTheTimeThatItNeeds() throws Exception {
        try (ServerProcess harness = harness("deaf", "watching", "patient")) {
            List<Long> children = children(harness);
            assertThat(children).hasSize(3).allMatch(pid -> !Processes.isGone(pid));

            ProcessHandle.of(harness.pid()).orElseThrow().destroy(); // SIGTERM

            assertThat(children).allMatch(OrphanTest::goneWithinSeconds);
            assertThat(folder.resolve("child3.log")).content().contains("farewell");
        }
    }

    private ServerProcess harness(String... children) throws SutException {
        List<String> arguments = new ArrayList<>(List.of(folder.toString()));
        arguments.addAll(List.of(children));
        List<String> command = JavaCommand.of(HarnessInTest.class, List.of(SutException.class), List.of(), arguments);
        return ServerProcess.begin(ServerCommand.java("harness", command, folder, folder.resolve("harness.log")));
    }

    private static List<Long> children(ServerProcess harness) throws Exception {
        String pids = harness.awaitReady(ReadyLine.awaited(), Duration.ofSeconds(60));
        return Stream.of(pids.trim().split(" ", -1)).map(Long::valueOf).toList();
    }

    private static boolean goneWithinSeconds(long pid) {
        return Processes.eventually(Duration.ofSeconds(60), () -> Processes.isGone(pid));
    }
}
