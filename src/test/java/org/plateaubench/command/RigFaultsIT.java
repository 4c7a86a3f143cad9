// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Faults of agents of a broker, by real signals: the short cases of {@code verification/rig-faults}. */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN_BY_RIG)
final class RigFaultsIT {
    private static final Duration END = Duration.ofMinutes(3);

    @RegisterExtension
    static final SharedRig RIG = new SharedRig();

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void startRig() throws IOException, InterruptedException {
        RIG.agents("load1");
    }

    private LaunchedPlateau run(int server, String steady, String agents) throws IOException, InterruptedException {
        return RIG.run(folder, SharedRig.runFile(server, steady, ""), "--agents", agents);
    }

    /**
     * The controller waits for the stopped agent, which, when it continues, delivers its intervals late and nothing
     * twice.
     */
    @Test
    void lateAndPausedAgentDeliversAllIntervals() throws IOException, InterruptedException {
        RIG.end("load2");
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau launched = run(redis, "9s", "load1,load2")) {
            assertThat(server.isAlive()).isTrue();
            Await.until(
                    END,
                    launched::everything,
                    () -> !RunFolder.all(Quickstart.runs(folder)).isEmpty());
            RIG.agents("load2");
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            int before = RigIT.intervals(run, "load1").size();
            RIG.process("load2").signal("STOP");
            try {
                Await.until(
                        END,
                        launched::everything,
                        () -> RigIT.intervals(run, "load1").size() >= before + 5);
            } finally {
                RIG.process("load2").signal("CONT");
            }

            // The pause is a stall of the agent, which may make the run invalid.
            assertThat(launched.awaitExit(END)).as(launched.everything()).isIn(0, 1, 2);
            JsonNode result = run.json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("completed");
            List<Long> numbers = RigIT.intervals(run, "load2");
            assertThat(numbers.stream().sorted().toList())
                    .isEqualTo(LongStream.range(0, numbers.size()).boxed().toList());
            assertThat(RigIT.audits(result, "M16-longest-stall"))
                    .filteredOn(audit -> audit.path("scope").asString().equals("agent/load2"))
                    .singleElement()
                    .satisfies(audit -> {
                        assertThat(audit.path("value").asDouble()).isGreaterThan(3_000);
                        assertThat(audit.path("state").asString()).isEqualTo("violated");
                    });
        }
    }

    /**
     * The killed agent is reported as silent for 15 s, which may have many causes, and the other one with its cause.
     * The steady state is longer than the command that withdraws credentials takes on a busy machine.
     */
    @Test
    void killedAndRevokedAgentsAreNamedAndOtherContinues() throws IOException, InterruptedException {
        RIG.agents("load2", "withdrawn");
        int redis = Forked.freePort();
        try (Forked server = Forked.redis(folder, redis);
                LaunchedPlateau launched = run(redis, "20s", "load1,load2,withdrawn")) {
            assertThat(server.isAlive()).isTrue();
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            RIG.kill("load2");
            RIG.withdraw("withdrawn");

            assertThat(launched.awaitExit(END)).as(launched.everything()).isEqualTo(3);
            String sentence = "The credentials of agent withdrawn were withdrawn at the broker.";
            assertThat(launched.errors())
                    .contains("Agent load2 has not sent anything for 15 s.")
                    .contains("Agent withdrawn has gone: " + sentence);
            JsonNode result = run.json("result.json");
            assertThat(result.path("verdict").asString()).isEqualTo("invalid");
            assertThat(result.path("conclusion").path("detail").asString()).contains(sentence);
            assertThat(run.intervals()).anySatisfy(interval -> {
                assertThat(interval.path("agent").asString()).isEqualTo("load1");
                assertThat(interval.path("last").asBoolean()).isTrue();
            });
            assertThat(RIG.process("withdrawn").awaitExit(END)).isEqualTo(3);
        }
    }
}
