// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/** The agent of a large host: most of what it tells is of single cores, and its journal has a bound. */
final class JournaledTransportTest {
    private static final int CORES = 256;
    private static final int MOST_BYTES = 400_000;
    private static final int MOST_SECONDS = 10_000;
    private static final int MANY = 10_000;
    private static final long SECOND = 1_000_000_000L;
    private static final long HOST = 4_711;

    @TempDir
    private Path folder = Path.of("");

    private final List<String> told = new ArrayList<>();
    /** The frames that are on their way to each end. */
    private final List<Frame> toAgent = new ArrayList<>();

    private final List<Frame> toController = new ArrayList<>();
    private final List<TelemetrySample> arrived = new ArrayList<>();

    private static ToController.Telemetry second(int second) {
        List<TelemetrySample> samples = new ArrayList<>();
        samples.add(sample(second, "cpu"));
        IntStream.range(0, CORES).forEach(core -> samples.add(sample(second, "cpu core " + core)));
        return new ToController.Telemetry(samples);
    }

    private static TelemetrySample sample(int second, String series) {
        // Values that differ, as those of a host do.
        double share = (second * 31.0 + series.hashCode() % 997) % 1_000 / 1_000;
        return new TelemetrySample(second * 1_000_000_000L, "host/db1", series, share, "share", false);
    }

    /** Carries frames to and fro until there are none, and takes what has arrived. */
    private void exchange(Conversation agent, Conversation controller) throws Exception {
        while (!toAgent.isEmpty() || !toController.isEmpty()) {
            List<Frame> there = List.copyOf(toController);
            toController.clear();
            there.forEach(frame -> controller.arrived(frame, 0));
            List<Frame> back = List.copyOf(toAgent);
            toAgent.clear();
            back.forEach(frame -> agent.arrived(frame, 0));
        }
        for (byte[] next = controller.receive(0); next != null; next = controller.receive(0)) {
            ToController message = MessageCodec.toController(MessageKind.content(next));
            arrived.addAll(message instanceof ToController.Heartbeat ? List.of() : samples(message));
        }
    }

    private static List<TelemetrySample> samples(ToController message) {
        return ((ToController.Telemetry) message).samples();
    }

    private static long count(List<TelemetrySample> samples, String series) {
        return samples.stream().filter(each -> each.series().equals(series)).count();
    }

    private JournaledTransport transport(Conversation agent, OwnClock ownClock, LongSupplier clock) throws IOException {
        Journals journals = Journals.in(folder, Instant::now);
        return new JournaledTransport(agent, journals.begin("run-1"), ownClock, told::add, journals::over, clock);
    }

    private static Conversation conversation(String peer, List<Frame> frames) {
        Conversation conversation = new Conversation(peer, 7, 4_000, Duration.ofMinutes(1), 0, frames::add);
        conversation.setAgents(MANY);
        return conversation;
    }

    /** A controller of 10,000 agents says something every 5 s, so that a few of its messages may be on their way for 11 s. */
    @Test
    void amongManyAgentsAControllerIsWaitedForAtTheEndThoughItWasNotHeardForElevenSeconds() throws Exception {
        Conversation agent = conversation("the controller", toController);
        Conversation controller = conversation("agent db1", toAgent);
        JournaledTransport transport = transport(agent, new OwnClock("db1", () -> 0, new BrokerOffset()), () -> 0);
        assertThat(transport.send(second(0))).isTrue();
        for (Frame frame : List.copyOf(toController)) {
            controller.arrived(frame, 0);
        }
        agent.tick(11 * SECOND);

        Thread closing = Thread.ofPlatform().daemon().start(transport::close);
        Await.until(() -> closing.getState() == Thread.State.TIMED_WAITING || !closing.isAlive());
        for (Frame frame : List.copyOf(toAgent)) {
            agent.arrived(frame, 11 * SECOND);
        }
        assertThat(closing.join(Duration.ofMinutes(1))).isTrue();
        assertThat(told).isEmpty();
    }

    /** It cannot know whether its controller was killed or has ended the run without it, and so names both. */
    @Test
    void anAgentThatIsCutOffToTheEndSaysWhatItsJournalIsOfUseFor() throws Exception {
        Conversation agent = conversation("the controller", toController);
        JournaledTransport transport = transport(agent, new OwnClock("db1", () -> 0, new BrokerOffset()), () -> 0);
        assertThat(transport.send(second(0))).isTrue();
        agent.tick(59 * SECOND);
        transport.close();
        assertThat(told)
                .containsExactly("The controller has not received everything. What was measured is kept here for 7"
                        + " days: if the controller was killed, ./plateau resume completes the run with it; a run"
                        + " that has ended without this agent is complete, and nothing is added to it.");
    }

    /** The answers of the broker are as rare as signs of life, and their bound is least when they arrive. */
    @Test
    void amongManyAgentsTheClockIsKeptAsOfEachAnswerAndIsTheSignOfLife() throws Exception {
        Conversation agent = conversation("the controller", toController);
        Conversation controller = conversation("agent db1", toAgent);
        long[] now = {0};
        BrokerOffset offset = new BrokerOffset();
        OwnClock ownClock = new OwnClock("db1", () -> now[0], offset);
        JournaledTransport transport = transport(agent, ownClock, () -> now[0]);
        ownClock.start(0, HOST);
        int messages = 0;
        for (int second = 1; second <= 60; second++) {
            now[0] = second * SECOND;
            if (second % 5 == 0) {
                answer(offset, now[0] - SECOND * 7 / 10);
            }
            int before = toController.size();
            transport.send(new ToController.Heartbeat(now[0]));
            messages += toController.size() > before ? 1 : 0;
            exchange(agent, controller);
        }
        List<TelemetrySample> bounds = arrived.stream()
                .filter(sample -> sample.series().equals(ClockTelemetry.BROKER_BOUND))
                .toList();
        assertThat(bounds)
                .hasSize(12)
                .allSatisfy(sample -> assertThat(sample.value()).isLessThan(0.6));
        assertThat(bounds.getFirst().runNanos()).isEqualTo(5 * SECOND - SECOND * 7 / 10);
        assertThat(messages).as("no heartbeat besides").isEqualTo(12);

        // The broker answers no more: what is known becomes worse, and is kept as it is.
        for (int second = 61; second <= 80; second++) {
            now[0] = second * SECOND;
            transport.send(new ToController.Heartbeat(now[0]));
            exchange(agent, controller);
        }
        assertThat(arrived.getLast().runNanos()).isGreaterThan(75 * SECOND);
        assertThat(arrived.getLast().value()).isGreaterThan(7.5);
    }

    /** A round trip of a millisecond to a broker whose clock is that of the agent. */
    private static void answer(BrokerOffset offset, long arrivedNanos) {
        byte[] content = ByteBuffer.allocate(BrokerClock.ANSWER_BYTES)
                .putLong(arrivedNanos - SECOND / 2_000)
                .putLong(HOST)
                .array();
        offset.arrived(
                new Frame(Frame.Kind.CLOCK, Roster.NO_LEASE, arrivedNanos - SECOND / 1_000, content), arrivedNanos);
    }

    @Test
    void onceHalfOfTheJournalIsFullSingleCoresAreSentAndNotKept() throws Exception {
        Journals journals = Journals.in(folder, Instant::now, MOST_BYTES);
        Duration patience = Duration.ofMinutes(1);
        Conversation agent = new Conversation("the controller", 7, 4_000, patience, 0, toController::add);
        Conversation controller = new Conversation("agent db1", 7, 4_000, patience, 0, toAgent::add);
        JournaledTransport transport = new JournaledTransport(
                agent,
                journals.begin("run-1"),
                new OwnClock("db1", () -> 0, new BrokerOffset()),
                told::add,
                journals::over,
                () -> 0);
        int seconds = 0;
        for (int after = 0; after < 20 && seconds < MOST_SECONDS; seconds++) {
            assertThat(transport.send(second(seconds))).isTrue();
            exchange(agent, controller);
            after += told.isEmpty() ? 0 : 1;
        }
        transport.close();
        assertThat(told)
                .containsExactly(
                        "The journal of this run is half full: samples of single cores of this host are no longer"
                                + " kept, only sent.");
        assertThat(count(arrived, "cpu")).as("sent").isEqualTo(seconds);
        assertThat(count(arrived, "cpu core 255")).as("sent of a core").isEqualTo(seconds);

        List<TelemetrySample> kept = new ArrayList<>();
        JournalCollection[] asking = {null};
        asking[0] = new JournalCollection(
                "db1",
                frame -> asking[0].arrived(frame.journal(JournalsTest.part(journals, "run-1", frame))
                        .bytes()));
        asking[0].fetch(message -> kept.addAll(samples(message)));
        assertThat(count(kept, "cpu")).as("kept").isEqualTo(seconds);
        assertThat(count(kept, "cpu core 255")).as("kept of a core").isEqualTo(seconds - 20);
    }
}
