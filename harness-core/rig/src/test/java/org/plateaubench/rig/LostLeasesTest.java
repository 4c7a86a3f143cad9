// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.process.FileTree;
import org.plateaubench.rig.broker.BrokerFolder;
import org.plateaubench.rig.broker.BrokerServer;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** A broker that has lost what it stored, as after its disk was replaced, numbers leases from the start again. */
final class LostLeasesTest {
    @TempDir
    private Path folder;

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    void anAgentServesTheNextRunAllTheSame() throws Exception {
        Path program = TestBroker.program();
        BrokerFolder broker = TestBroker.prepare(folder.resolve("broker"));
        Credentials desk = broker.add("desk", Role.CONTROLLER);
        Credentials load = broker.add("load1", Role.AGENT);
        BrokerServer server = BrokerServer.start(program, broker);
        try (AgentLine line = line(load)) {
            serve(line, desk, "run-1");
            serve(line, desk, "run-2");
            server.close();
            FileTree.remove(folder.resolve("broker/jetstream"));
            server = BrokerServer.start(program, broker);
            for (String said = ""; !said.equals("The broker can be reached again."); ) {
                said = Objects.requireNonNull(told.poll(60, TimeUnit.SECONDS), "the agent is connected again");
            }
            serve(line, desk, "run-3");
        } finally {
            server.close();
        }
    }

    private AgentLine line(Credentials user) throws IOException, InterruptedException {
        return AgentLine.connect(
                user,
                System::nanoTime,
                Journals.in(Files.createDirectories(folder.resolve("journals")), Instant::now),
                told::add,
                () -> new Presence(user.name(), "test", "here", 1, "", Map.of()),
                AgentLine.Pace.DRIVING);
    }

    private void serve(AgentLine line, Credentials desk, String run) throws Exception {
        Offer offer = new Offer(run, "desk", Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
        CompletableFuture<Transport<ToController, ToAgent>> agreed = CompletableFuture.supplyAsync(() -> {
            try {
                Engagement engagement = Objects.requireNonNull(line.next(Duration.ofSeconds(60)));
                return engagement.agree(
                        new KeptJars(folder.resolve("jars"), null), Files.createTempDirectory(folder, "plugins"));
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try (Rig rig = Rig.connect(desk, "desk on this host", System::nanoTime);
                Transport<ToAgent, ToController> controller = rig.engage("load1", offer, digest -> null);
                Transport<ToController, ToAgent> agent = agreed.get(60, TimeUnit.SECONDS)) {
            assertThat(agent.send(new ToController.Heartbeat(7))).isTrue();
            assertThat(controller.receive(TimeUnit.SECONDS.toNanos(60))).isEqualTo(new ToController.Heartbeat(7));
        }
    }
}
