// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.plateaubench.process.FileTree;
import org.plateaubench.spi.SutException;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** A real nats-server that admits the controller {@code desk} and the agent {@code load1}, for each test of a class. */
final class BrokerFixture implements BeforeEachCallback, AfterEachCallback {
    static final long LONG = TimeUnit.SECONDS.toNanos(60);

    /** The notices of agents and connections. */
    final BlockingQueue<String> notices = new LinkedBlockingQueue<>();

    private @Nullable Path folder;
    private @Nullable BrokerFolder broker;
    private @Nullable Credentials controllerCredentials;
    private @Nullable Credentials agentCredentials;
    private @Nullable BrokerServer server;

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        folder = Files.createTempDirectory("plateau-rig-");
        broker = TestBroker.prepare(folder.resolve("broker"));
        controllerCredentials = broker.add("desk", Role.CONTROLLER, null);
        agentCredentials = broker.add("load1", Role.AGENT, null);
        start();
    }

    /** Starts the broker, or starts it again. */
    void start() throws IOException, InterruptedException, SutException {
        server = BrokerServer.start(TestBroker.program(), accounts());
    }

    void reload() throws IOException, InterruptedException {
        assertThat(BrokerServer.reload(TestBroker.program(), accounts())).isTrue();
    }

    void kill() throws IOException {
        long pid = Long.parseLong(
                Files.readString(folder().resolve("broker/server.pid")).strip());
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        Objects.requireNonNull(server).close();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        if (server != null) {
            server.close();
        }
        if (folder != null) {
            FileTree.remove(folder);
        }
    }

    Path folder() {
        return Objects.requireNonNull(folder);
    }

    BrokerFolder accounts() {
        return Objects.requireNonNull(broker);
    }

    Credentials controllerCredentials() {
        return Objects.requireNonNull(controllerCredentials);
    }

    Credentials agentCredentials() {
        return Objects.requireNonNull(agentCredentials);
    }

    /** Ends the broker, removes all that it has stored, and starts it again. */
    void restartEmpty() throws Exception {
        Objects.requireNonNull(server).close();
        FileTree.remove(folder().resolve("broker/jetstream"));
        start();
    }

    /** The connection of an agent that drives load. */
    AgentConnections connections(Credentials user) throws IOException, InterruptedException {
        return connections(user, System::nanoTime);
    }

    AgentConnections connections(Credentials user, LongSupplier clock) throws IOException, InterruptedException {
        return new AgentConnections(
                user, clock, notices::add, of -> new Presence(user.name(), "test", "here", 1, "", Map.of()));
    }

    /** Accepts the next offer; returns the agent's end of the connection. */
    CompletableFuture<Transport<ToController, ToAgent>> acceptNextRun(AgentConnections connections) {
        // A thread of its own: the common pool may have one for all tests.
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Engagement engagement = Objects.requireNonNull(connections.next(Duration.ofNanos(LONG)));
                        return engagement.acceptOffer(
                                new JarCache(folder().resolve("jars"), null),
                                Files.createTempDirectory(folder(), "plugins"));
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    static Offer offer(String run) {
        return new Offer(run, "desk", Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
    }

    /** The controller's end of a run that {@code load1} drives. */
    static Transport<ToAgent, ToController> engage(RigConnection rig, String run)
            throws IOException, InterruptedException {
        return rig.engage("load1", offer(run), Map.of());
    }
}
