// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.TrialPlan;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.host.HostName;
import org.plateaubench.process.Ports;
import org.plateaubench.process.Program;
import org.plateaubench.rig.AgentLine;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Journals;
import org.plateaubench.rig.Presence;
import org.plateaubench.rig.Role;
import org.plateaubench.rig.broker.BrokerFolder;
import org.plateaubench.rig.broker.BrokerServer;

/** Agents that the command line names, at a real broker. */
final class NamedAgentsTest {
    private static final String REFUSED = "This agent takes no run.";

    @TempDir
    private Path folder;

    /** The plan of a class, whose SUT is on this host. */
    private static RunPlan plan(String runClass) throws Exception {
        RunPlan plan = TrialPlan.of(List.of("load1"));
        Map<String, Object> tree = Documents.parse(plan.canonicalText());
        tree.put("class", runClass);
        tree.put(
                "suts",
                List.of(Map.of(
                        "tile",
                        1,
                        "name",
                        "store",
                        "service",
                        "fakestore",
                        "mode",
                        "external",
                        "parameters",
                        Map.of("address", List.of("localhost:6379")))));
        return RunPlan.fromTree(tree);
    }

    @Test
    void oneOnTheHostOfASutDrivesNoRunWhoseClassPromisesThatNoneIs() throws Exception {
        assumeTrue(
                Program.find("nats-server", List.of()).isPresent(),
                "nats-server is not installed; ./verify installs it");
        BrokerFolder broker = BrokerFolder.prepare(folder.resolve("broker"), "localhost", Ports.free());
        Path desk = folder.resolve("desk.credentials");
        broker.add("desk", Role.CONTROLLER).write(desk);
        Credentials load = broker.add("load1", Role.AGENT);
        String host = HostName.ofThisHost("here");
        try (BrokerServer server = BrokerServer.start(BrokerServer.program(null), broker);
                AgentLine line = AgentLine.connect(
                        load,
                        System::nanoTime,
                        Journals.in(Files.createDirectory(folder.resolve("journals")), Instant::now),
                        sentence -> {},
                        () -> new Presence("load1", "0.0.9", host, 1, "", Map.of()),
                        AgentLine.Pace.DRIVING)) {
            assertThat(server.isAlive()).isTrue();
            RigAgents agents = RigAgents.of(desk, List.of("load1"));
            assertThatThrownBy(() -> agents.join("run-1", PluginCatalog.of(), plan("standard")))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("Agent load1 is on host " + host + ", where SUT store is too (localhost)");
            Thread.ofPlatform().daemon().start(() -> refuse(line));
            assertThatThrownBy(() -> agents.join("run-1", PluginCatalog.of(), plan("dev")))
                    .as("a run of class dev is offered to the agent")
                    .hasMessageContaining(REFUSED);
        }
    }

    private static void refuse(AgentLine line) {
        try {
            Objects.requireNonNull(line.next(Duration.ofSeconds(60))).refuse(REFUSED);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
