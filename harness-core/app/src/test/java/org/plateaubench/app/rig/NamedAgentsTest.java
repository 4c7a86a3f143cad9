// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.TrialPlan;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.process.Ports;
import org.plateaubench.process.Program;
import org.plateaubench.rig.AgentConnections;
import org.plateaubench.rig.BrokerFolder;
import org.plateaubench.rig.BrokerServer;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.JarCache;
import org.plateaubench.rig.Presence;
import org.plateaubench.rig.Role;

/** Agents of the command line, at a real broker with an agent of another version. */
final class NamedAgentsTest {
    private static final String HOST = RunningHost.nameOr("here");

    @TempDir
    private static Path folder;

    private static @Nullable BrokerServer server;
    private static @Nullable AgentConnections connections;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(
                Program.find("nats-server", List.of()).isPresent(),
                "nats-server is not installed; ./verify installs it");
        BrokerFolder broker = BrokerFolder.prepare(folder.resolve("broker"), "localhost", Ports.free(), null);
        broker.add("desk", Role.CONTROLLER, null).write(desk());
        Credentials load = broker.add("load1", Role.AGENT, null);
        server = BrokerServer.start(BrokerServer.program(null), broker);
        connections = new AgentConnections(
                load, System::nanoTime, sentence -> {}, clock -> new Presence("load1", "0.0.9", HOST, 1, "", Map.of()));
    }

    @AfterAll
    static void stop() throws IOException {
        if (connections != null) {
            connections.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static Path desk() {
        return folder.resolve("desk.credentials");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> connecting(RunPlan plan) throws IOException {
        RigAgents agents = RigAgents.of(desk(), List.of("load1"));
        return assertThatThrownBy(() -> agents.connect("run-1", PluginCatalog.of(), plan));
    }

    private static void acceptRun() {
        try {
            Objects.requireNonNull(Objects.requireNonNull(connections).next(Duration.ofSeconds(60)))
                    .acceptOffer(JarCache.of(folder.resolve("jars"), "any"), folder.resolve("plugins"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A plan of the given class with a SUT on this host. */
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
    void agentWaitsForBrokerStartedLater() throws Exception {
        BrokerFolder later = BrokerFolder.prepare(folder.resolve("later"), "localhost", Ports.free(), null);
        Path credentials = folder.resolve("early.credentials");
        later.add("early", Role.AGENT, null).write(credentials);
        BlockingQueue<String> notices = new LinkedBlockingQueue<>();
        AtomicBoolean isOver = new AtomicBoolean();
        FutureTask<Void> agent = new FutureTask<>(() -> {
            ServingAgent.serve(
                    new ServingAgent.Service(credentials, null, folder.resolve("agent"), Map.of(), ""),
                    notices::add,
                    isOver::get);
            return null;
        });
        Thread.ofPlatform().daemon().start(agent);

        assertThat(notices.poll(60, TimeUnit.SECONDS))
                .contains("cannot be reached as early: ")
                .endsWith(" Trying again.");
        try (BrokerServer started = BrokerServer.start(BrokerServer.program(null), later)) {
            assertThat(notices.poll(60, TimeUnit.SECONDS)).startsWith("Agent early waits for runs at ");
            assertThat(started.isAlive()).isTrue();
            isOver.set(true);
            agent.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void agentOnSutHostIsRefusedInStandardClass() throws Exception {
        connecting(plan("standard"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Agent load1 is on host " + HOST + ", where SUT store is too (localhost)");
        Thread.ofPlatform().daemon().start(NamedAgentsTest::acceptRun);
        RigAgents.of(desk(), List.of("load1"))
                .connect("run-2", PluginCatalog.of(), plan("dev"))
                .close();
    }
}
