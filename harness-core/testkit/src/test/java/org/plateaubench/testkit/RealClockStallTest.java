// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/**
 * Stalls and lag on the clock of the machine, with bounds that hold on a busy machine: the recorded times include
 * the waits that the stamps of the SUT prove, and do not exceed what the drivers measured.
 */
@Isolated("measures times")
class RealClockStallTest {
    @ParameterizedTest
    @CsvSource({"true,PLATFORM", "true,VIRTUAL", "false,PLATFORM", "false,VIRTUAL"})
    void m4m6QueueOfAStallIsRecordedOnTheRealClock(boolean closed, Execution execution) throws InterruptedException {
        Scenario scenario = Scenario.onTheRealClock(execution);
        scenario.phases = phases(0, 3, 0, 10);
        scenario.load = closed ? new Load.Closed(1, 1) : new Load.Open(100, Load.Arrival.REGULAR, 1, 1, 4, 1_000);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(10)));
        FakeSut sut = new FakeSut(scenario.clock, 1, number -> MILLI / 2, new FakeSut.Stall(SECOND, 2 * SECOND));
        RecordingDriver.Log log = new RecordingDriver.Log();

        List<Long> backNanos = new ArrayList<>();

        WorkloadInterval interval = scenario.play(Sessions.of(user -> new RecordingDriver(sut, user, log) {
            @Override
            public void prepareOperation(OperationCall call) {
                backNanos.add(user.nanoTime());
            }

            @Override
            public void close() {
                backNanos.add(user.nanoTime());
            }
        }));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok() + line.counts().abandoned()).isEqualTo(300);
        // One user: its calls and the SUT's requests are in the same order. A reply cannot come before it is ready.
        List<RecordingDriver.Call> calls = log.calls();
        List<FakeSut.Request> requests = sut.requests();
        assertThat(calls).hasSameSizeAs(requests).hasSize((int) line.counts().ok());
        long proven = 0;
        long seen = 0;
        long atMost = 0;
        long longestAtMost = 0;
        for (int i = 0; i < calls.size(); i++) {
            proven += requests.get(i).doneNanos() - calls.get(i).intendedNanos();
            seen += calls.get(i).endNanos() - calls.get(i).intendedNanos();
            // The first stamp is from before the first call; each later one from after the harness took its end stamp.
            long maxNanos = backNanos.get(i + 1) - calls.get(i).intendedNanos();
            atMost += maxNanos;
            longestAtMost = Math.max(longestAtMost, maxNanos);
        }
        long recorded = Scenario.response(line).sumNanos();
        // The harness reads its end stamp after the driver, so that it never records less than the driver saw, and
        // before
        // it calls the driver again, so that it never records more.
        assertThat(recorded).isBetween(seen, atMost).isGreaterThanOrEqualTo(proven);
        assertThat(Scenario.response(line).maxNanos()).isLessThanOrEqualTo(longestAtMost);
        // 100 starts fall due in the stall and wait half a second on average.
        assertThat(proven).isGreaterThan(49 * SECOND);
        assertThat(Scenario.response(line).maxNanos()).isGreaterThan(980 * MILLI);
        // Service times contain the stall of the SUT, not the wait in the queue.
        assertThat(Scenario.service(line).sumNanos()).isLessThan(recorded - 40 * SECOND);
    }

    /**
     * Users that compute 1 ms for each reply occupy all processors, so that replies wait for some 20 others. So do the
     * probes of users on virtual threads; the kernel prefers a thread that mostly sleeps.
     */
    @ParameterizedTest
    @EnumSource(
            value = Execution.class,
            names = {"PLATFORM", "VIRTUAL"})
    void m2ProbesWaitAsLongAsReplies(Execution execution) throws IOException, InterruptedException {
        Scenario scenario = Scenario.onTheRealClock(execution);
        scenario.phases = phases(1, 3, 1, 10);
        scenario.load = new Load.Closed(20 * Runtime.getRuntime().availableProcessors(), 1);
        scenario.pacing = Map.of(READ, Pacing.think(fixedMillis(0)));
        WorkloadInterval interval;
        Histogram replies;
        try (Replies sut = new Replies(scenario.clock)) {
            interval = scenario.play(Sessions.of(user -> sut.new ComputingUser()));
            replies = sut.waits;
        }

        Histogram probes = completionLag(interval).histogram().toHistogram();
        assertThat(probes.getValueAtPercentile(90)).isLessThanOrEqualTo(replies.getMaxValue());
        if (execution == Execution.VIRTUAL) {
            assertThat(probes.getValueAtPercentile(50)).isGreaterThan(replies.getValueAtPercentile(50) / 4);
        }
    }

    /** All timed waits stop for 300 ms, as if the process were suspended. */
    @ParameterizedTest
    @EnumSource(
            value = Execution.class,
            names = {"PLATFORM", "VIRTUAL"})
    void m16ProcessStopDelaysAllProbesDuringTheStop(Execution execution) throws InterruptedException {
        Scenario scenario = new Scenario(new LateClock(Scenario.startingSoon(), 300 * MILLI));
        scenario.execution = execution;
        scenario.phases = phases(0, 3, 1, 10);

        WorkloadInterval interval = scenario.play(Sessions.of(user -> call -> Outcome.ok()));

        Times probes = completionLag(interval);
        assertThat(probes.count()).isEqualTo(60);
        assertThat(probes.histogram().toHistogram().getValueAtPercentile(50)).isGreaterThan(100 * MILLI);
    }

    private static Times completionLag(WorkloadInterval interval) {
        return interval.lags().stream()
                .filter(lag -> lag.window().equals(PhaseWindow.STEADY))
                .map(LagInterval::completion)
                .findFirst()
                .orElseThrow();
    }

    /** A SUT that answers each millisecond, and counts how long its replies wait for the users. */
    private static final class Replies implements AutoCloseable {
        private final NanoClock clock;
        private final DatagramChannel channel = DatagramChannel.open();
        private final Queue<ComputingUser> waiting = new ConcurrentLinkedQueue<>();
        private final Histogram waits = new ConcurrentHistogram(3);
        private final Thread thread;

        Replies(NanoClock clock) throws IOException {
            this.clock = clock;
            thread = Thread.ofPlatform().daemon().start(this::answer);
        }

        private void answer() {
            try {
                while (true) {
                    clock.parkUntil(clock.nanoTime() + MILLI);
                    for (ComputingUser user = waiting.poll(); user != null; user = waiting.poll()) {
                        user.sentNanos = clock.nanoTime();
                        channel.send(ByteBuffer.allocate(1), user.address);
                    }
                }
            } catch (InterruptedException | IOException e) {
                // The run is over.
            }
        }

        @Override
        public void close() throws IOException {
            thread.interrupt();
            channel.close();
        }

        /** Waits for a reply and computes. */
        final class ComputingUser implements Driver {
            private final DatagramChannel socket;
            private final SocketAddress address;
            private volatile long sentNanos;

            ComputingUser() {
                try {
                    socket = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                    address = socket.getLocalAddress();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public Outcome execute(OperationCall call) throws IOException {
                waiting.add(this);
                socket.receive(ByteBuffer.allocate(1));
                long now = clock.nanoTime();
                waits.recordValue(now - sentNanos);
                while (clock.nanoTime() < now + MILLI) {
                    Thread.onSpinWait();
                }
                return Outcome.ok();
            }

            @Override
            public void close() throws IOException {
                socket.close();
            }
        }
    }
}
