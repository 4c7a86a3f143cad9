// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/**
 * An agent in a separate process: its death is reported and judged, and it ends with its controller.
 */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
final class AgentProcessIT {
    /**
     * Longer than the time after which the controller regards a silent agent as lost and kills a SUT and an agent that
     * do not answer.
     */
    private static final Duration END = Duration.ofMinutes(3);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void killedAgentIsReportedWithExitCode() throws IOException, InterruptedException {
        try (LaunchedPlateau launched = start("1s", "20m")) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            long agent = agent(launched).pid();
            LaunchedPlateau.signal(agent, "KILL");

            assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(3);
            String sentence =
                    "Agent local-1 has gone: its process " + agent + " has ended with exit code 137 (signal 9).";
            assertThat(launched.errors()).contains(sentence);
            assertThat(run.hasEvent("agent-lost", sentence)).isTrue();
            JsonNode result = run.json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("interrupted");
            assertThat(result.path("verdict").asString()).isEqualTo("invalid");
            assertThat(result.path("reasons"))
                    .anySatisfy(
                            reason -> assertThat(reason.path("rule").asString()).isEqualTo("M17-lost-agents"));
        }
    }

    @Tag("slow")
    @Test
    void agentEndsWithItsController() throws IOException, InterruptedException {
        try (LaunchedPlateau launched = start("1s", "20m")) {
            Quickstart.awaitPhase(launched, folder, "steady");
            List<ProcessHandle> children = launched.descendants();
            assertThat(children).contains(agent(launched));
            launched.signal("KILL");

            Await.until(
                    Duration.ofMinutes(2),
                    () -> "left running: " + children,
                    () -> children.stream().noneMatch(ProcessHandle::isAlive));
        }
    }

    @Tag("slow")
    @Test
    void interruptFromTerminalIsHandledByController() throws IOException, InterruptedException {
        try (LaunchedPlateau launched = start("1s", "20m")) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            LaunchedPlateau.signal(agent(launched).pid(), "INT");
            launched.signal("INT");

            assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(130);
            assertThat(run.hasEvent("phase", "\"ramp-down\"")).isTrue();
            assertThat(run.hasEvent("agent-lost", "")).isFalse();
        }
    }

    private LaunchedPlateau start(String rampUp, String steady) throws IOException {
        return Quickstart.startLight(folder, rampUp, steady, "1s", "--set", "rig.agents=1");
    }

    /** The only JVM below the controller: the SUT is a Redis. */
    private static ProcessHandle agent(LaunchedPlateau launched) {
        return launched.descendants().stream()
                .filter(process -> process.info().command().orElse("").endsWith("/java"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no agent below " + launched.everything()));
    }
}
