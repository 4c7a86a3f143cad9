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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.rig.broker.BrokerFolder;
import org.plateaubench.rig.broker.BrokerServer;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.PeerClock;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** The clocks of a run, as an agent that only observes its host has them: questions are load there. */
@Tag("slow")
final class ObserversClockTest {
    private static final long AHEAD = TimeUnit.HOURS.toNanos(1);
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path folder;

    private final List<Long> asked = new CopyOnWriteArrayList<>();
    private final List<Long> askedOfBroker = new CopyOnWriteArrayList<>();

    /**
     * The controller reads the clock as often as that of any other agent before the start, and then once in a second, within an error
     * bound that grows with that; the agent reads the broker's clock once in a second from the beginning.
     */
    @Test
    void theyAreReadOnceInASecond() throws Exception {
        BrokerFolder broker = TestBroker.prepare(folder.resolve("broker"));
        Credentials desk = broker.add("desk", Role.CONTROLLER);
        Credentials observer = broker.add("db1", Role.AGENT);
        try (BrokerServer server = BrokerServer.start(TestBroker.program(), broker);
                BrokerConnection counting = BrokerConnection.open(desk, BrokerConnection.Watcher.NONE);
                Rig rig = Rig.connect(desk, "desk on this host", System::nanoTime);
                AgentLine line = line(observer)) {
            assertThat(server).isNotNull();
            counting.subscribe(Subjects.from("db1", "run-1"), (subject, bytes) -> add(bytes, asked));
            counting.subscribe(
                    Subjects.from("db1", Subjects.BROKER_CLOCK), (subject, bytes) -> add(bytes, askedOfBroker));
            var agreed = agreeing(line);
            Offer offer = new Offer("run-1", "desk", Message.PROTOCOL_VERSION, Message.SPI_VERSION, 1, List.of());
            try (Transport<ToAgent, ToController> controller = rig.observe("db1", offer);
                    Transport<ToController, ToAgent> agent = agreed.get(60, TimeUnit.SECONDS)) {
                long origin = System.nanoTime();
                Await.until(() -> isStarted(controller, origin));
                long there = ((ToAgent.Start) Objects.requireNonNull(agent.receive(LONG))).originNanos();
                long started = System.nanoTime();
                Await.until(() -> {
                    // A question that was asked before the start may be answered after it.
                    asked.removeIf(instant -> instant < started);
                    return asked.size() >= 3 && askedOfBroker.size() >= 3;
                });
                assertOncePerSecond(asked);
                assertOncePerSecond(askedOfBroker);
                PeerClock clock = controller.peerClock().orElseThrow();
                assertThat(there - origin + clock.departureNanos() - AHEAD)
                        .isBetween(-clock.boundNanos(), clock.boundNanos());
            }
        }
    }

    private AgentLine line(Credentials user) throws IOException, InterruptedException {
        return AgentLine.connect(
                user,
                () -> System.nanoTime() + AHEAD,
                Journals.in(Files.createDirectories(folder.resolve("journals")), Instant::now),
                sentence -> {},
                () -> new Presence(user.name(), "test", "here", 1, "", Map.of()),
                AgentLine.Pace.OBSERVING);
    }

    private CompletableFuture<Transport<ToController, ToAgent>> agreeing(AgentLine line) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Engagement engagement = Objects.requireNonNull(line.next(Duration.ofNanos(LONG)));
                        return engagement.agree(
                                KeptJars.none(folder.resolve("jars")), Files.createTempDirectory(folder, "plugins"));
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    private static boolean isStarted(Transport<ToAgent, ToController> controller, long origin) {
        try {
            return controller.send(new ToAgent.Start(origin));
        } catch (PeerLostException e) {
            // No answer for the clock has come yet.
            return false;
        }
    }

    private static void add(byte[] bytes, List<Long> instants) {
        try {
            Frame frame = Frame.of(bytes);
            if (frame.kind() == Frame.Kind.CLOCK) {
                instants.add(frame.number());
            }
        } catch (RefusedMessageException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By the instants that the questions hold, so that the time on the way does not count. */
    private static void assertOncePerSecond(List<Long> instants) {
        for (int i = 1; i < instants.size(); i++) {
            assertThat(instants.get(i) - instants.get(i - 1)).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(990));
        }
    }
}
