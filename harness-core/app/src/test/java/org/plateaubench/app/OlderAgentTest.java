// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.process.Ports;
import org.plateaubench.process.Program;
import org.plateaubench.rig.AgentLine;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Engagement;
import org.plateaubench.rig.Journals;
import org.plateaubench.rig.Presence;
import org.plateaubench.rig.Role;
import org.plateaubench.rig.broker.BrokerFolder;
import org.plateaubench.rig.broker.BrokerServer;

/** An agent of before the offer of a run had the number of agents, which it has above 400 alone; at a real broker. */
final class OlderAgentTest {
    private static final String UNREADABLE = "The offer of the controller is refused: agents is unknown.";

    @TempDir
    private Path folder;

    private static RunPlan plan(int agents) throws Exception {
        List<String> names = Stream.concat(
                        Stream.of("load1"), IntStream.rangeClosed(2, agents).mapToObj(number -> "load" + number))
                .toList();
        return TrialPlan.of(names);
    }

    @Test
    void oneAmongManyThatTheCommandLineNamesIsRefusedWithBothVersions() throws Exception {
        assumeTrue(
                Program.find("nats-server", List.of()).isPresent(),
                "nats-server is not installed; ./verify installs it");
        BrokerFolder broker = BrokerFolder.prepare(folder.resolve("broker"), "localhost", Ports.free());
        Path desk = folder.resolve("desk.credentials");
        broker.add("desk", Role.CONTROLLER).write(desk);
        Credentials load = broker.add("load1", Role.AGENT);
        try (BrokerServer server = BrokerServer.start(BrokerServer.program(null), broker);
                AgentLine line = AgentLine.connect(
                        load,
                        System::nanoTime,
                        Journals.in(Files.createDirectory(folder.resolve("journals")), Instant::now),
                        sentence -> {},
                        () -> new Presence("load1", "0.0.9", "here", 1, "", Map.of()),
                        AgentLine.Pace.DRIVING)) {
            assertThat(server.isAlive()).isTrue();
            // The one agent stands for those of the plan, whose number is in the offer.
            RigAgents agents = RigAgents.of(desk, List.of("load1"));
            refusal(agents, line, plan(401))
                    .hasMessage("Agent load1 has version 0.0.9, this controller " + Installation.version()
                            + ": install the same Plateau on both.");
            refusal(agents, line, plan(400)).hasMessage(UNREADABLE);
        }
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refusal(
            RigAgents agents, AgentLine line, RunPlan plan) {
        Thread.ofPlatform().daemon().start(() -> refuse(line));
        return assertThatThrownBy(() -> agents.join("run-1", PluginCatalog.of(), plan));
    }

    private static void refuse(AgentLine line) {
        try {
            Engagement engagement = Objects.requireNonNull(line.next(Duration.ofSeconds(60)));
            engagement.refuse(UNREADABLE);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
