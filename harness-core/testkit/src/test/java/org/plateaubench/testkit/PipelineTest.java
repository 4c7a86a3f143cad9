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
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;

/** M7: several commands outstanding on a connection. */
class PipelineTest {
    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);
    private final RecordingDriver.Log log = new RecordingDriver.Log();
    private final List<RecordingAsyncDriver> drivers = new ArrayList<>();

    PipelineTest() {
        scenario.execution = Execution.EVENT_LOOP;
        scenario.phases = phases(0, 5, 0, 5);
    }

    private WorkloadInterval play(FakeSut sut) throws InterruptedException {
        return scenario.play(Sessions.ofAsync((user, loop) -> {
            RecordingAsyncDriver driver = new RecordingAsyncDriver(sut, user, loop, log);
            drivers.add(driver);
            return driver;
        }));
    }

    @AfterEach
    void assertNoFaults() {
        assertThat(scenario.faults).isEmpty();
    }

    @Test
    void m7ClosedBatchIsDueThinkTimeAfterPreviousBatch() throws InterruptedException {
        scenario.load = new Load.Closed(1, 8);
        scenario.pacing = Map.of(READ, Pacing.think(fixedMillis(40)));
        FakeSut sut = new FakeSut(clock, 1, number -> 2 * MILLI);

        WorkloadInterval interval = play(sut);

        Map<Long, List<RecordingDriver.Call>> batches = log.calls().stream()
                .collect(Collectors.groupingBy(RecordingDriver.Call::intendedNanos, TreeMap::new, Collectors.toList()));
        assertThat(batches.values()).allSatisfy(batch -> assertThat(batch).hasSize(8));
        List<Long> due = List.copyOf(batches.keySet());
        // One server: eight replies take 16 ms.
        for (int i = 1; i < due.size(); i++) {
            assertThat(due.get(i) - due.get(i - 1)).isEqualTo(56 * MILLI);
        }
        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok()).isEqualTo(8L * batches.size());
        assertThat(Scenario.response(line).sumNanos()).isEqualTo(72L * batches.size() * MILLI);
        // One flush per batch.
        assertThat(drivers.getFirst().flushSizes()).hasSize(batches.size()).containsOnly(8);
    }

    @Test
    void m7OpenFlushSendsDueCommandsUpToDepthImmediately() throws InterruptedException {
        // Four outstanding at most; the SUT stalls for a second, in which 50 arrivals come and four are outstanding.
        scenario.load = new Load.Open(50, Load.Arrival.REGULAR, 1, 4, 1, 1_000);
        FakeSut sut = new FakeSut(clock, 4, number -> 2 * MILLI, new FakeSut.Stall(2 * SECOND, 3 * SECOND));

        WorkloadInterval interval = play(sut);

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok()).isEqualTo(250);
        assertThat(drivers.getFirst().flushSizes()).contains(1).contains(4).allMatch(size -> size <= 4);
        assertThat(log.calls().stream().filter(call -> call.beginNanos() < 2 * SECOND))
                .allMatch(call -> call.beginNanos() == call.intendedNanos());
        // The first due after the stall began waits for the whole of it.
        assertThat(Scenario.response(line).maxNanos()).isEqualTo(SECOND - 10 * MILLI + 2 * MILLI);
    }

    @Test
    void m7InFlightCountsCommands() throws InterruptedException {
        scenario.load = new Load.Closed(3, 8);
        scenario.pacing = Map.of(READ, Pacing.think(fixedMillis(1)));
        FakeSut sut = new FakeSut(clock, 24, number -> MILLI, new FakeSut.Stall(2 * SECOND, 3 * SECOND));
        List<WorkloadInterval.Levels> seen = new ArrayList<>();
        scenario.at(2_500 * MILLI, () -> seen.add(scenario.run().levels()));
        play(sut);

        assertThat(seen).singleElement().satisfies(levels -> {
            assertThat(levels.inFlight()).isEqualTo(24);
            assertThat(levels.liveUsers()).isEqualTo(3);
        });
    }

    @Test
    void m7SocketRepliesAreReadInBatchesWithMeasuredLag() throws Exception {
        Scenario real = Scenario.onTheRealClock(Execution.EVENT_LOOP);
        real.phases = phases(0, 2, 0, 5);
        real.load = new Load.Closed(4, 16);
        real.pacing = Map.of(READ, Pacing.think(fixedMillis(5)));
        try (EchoServer server = new EchoServer()) {
            List<EchoDriver> echoes = Collections.synchronizedList(new ArrayList<>());

            WorkloadInterval interval = real.play(Sessions.ofAsync((user, loop) -> {
                EchoDriver driver = new EchoDriver(server.address(), loop);
                echoes.add(driver);
                return driver;
            }));

            LineInterval line = line(interval, READ, Phase.STEADY);
            assertThat(real.faults).isEmpty();
            assertThat(real.failures).isEmpty();
            assertThat(line.counts().errors()).isZero();
            // At least a tenth of the operations of an idle machine.
            assertThat(line.counts().ok())
                    .isGreaterThan(16L * 4 * 20)
                    .isEqualTo(line.counts().issued());
            assertThat(server.received()).isEqualTo(line.counts().ok());
            long reads = echoes.stream().mapToLong(EchoDriver::reads).sum();
            assertThat(reads).isPositive().isLessThan(line.counts().ok());
            LagInterval lag = interval.lags().getFirst();
            Times waited = Objects.requireNonNull(lag.completion());
            assertThat(waited.count()).isEqualTo(line.counts().ok());
            assertThat(waited.maxNanos())
                    .isLessThanOrEqualTo(Scenario.response(line).maxNanos());
        }
    }

    /** Receives what it writes at once and in one read, and needs a millisecond to parse each reply. */
    private static final class PipeDriver implements AsyncDriver {
        private final EventLoop loop;
        private final Pipe pipe;
        private final List<Completion> outstanding = new ArrayList<>();

        PipeDriver(EventLoop loop) {
            this.loop = loop;
            try {
                pipe = Pipe.open();
                pipe.source().configureBlocking(false);
                loop.register(pipe.source(), SelectionKey.OP_READ, this::ready);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void ready(int readyOps) throws IOException {
            ByteBuffer in = ByteBuffer.allocate(1024);
            int read = pipe.source().read(in);
            for (int i = 0; i < read; i++) {
                outstanding.removeFirst().complete(Outcome.ok());
                long parsedNanos = loop.nanoTime() + MILLI;
                while (loop.nanoTime() < parsedNanos) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public void start(OperationCall call, Completion completion) {
            outstanding.add(completion);
        }

        @Override
        public void flush() {
            try {
                pipe.sink().write(ByteBuffer.allocate(outstanding.size()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            pipe.sink().close();
            pipe.source().close();
        }
    }

    /** On the real clock: the first batch is due within a second, the next one a second later. */
    private static Scenario oneBatch(int depth) {
        Scenario real = Scenario.onTheRealClock(Execution.EVENT_LOOP);
        real.phases = phases(0, 1, 0, 2);
        real.load = new Load.Closed(1, depth);
        real.pacing = Map.of(READ, Pacing.cycle(fixedMillis(1_000)));
        return real;
    }

    @Test
    void m7RepliesOfOneSocketReadShareEndTime() throws InterruptedException {
        Scenario real = oneBatch(16);

        WorkloadInterval interval = real.play(Sessions.ofAsync((user, loop) -> new PipeDriver(loop)));

        Times responses = Scenario.response(line(interval, READ, Phase.STEADY));
        assertThat(real.faults).isEmpty();
        assertThat(responses.count()).isEqualTo(16);
        // Due together and ended together, although the last was parsed 15 ms after the first.
        assertThat(responses.minNanos()).isEqualTo(responses.maxNanos());
    }

    @Test
    void m7UnsentCommandsWaitForNextConnection() throws InterruptedException {
        scenario.load = new Load.Closed(1, 4);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(1_000)));
        List<Long> started = new ArrayList<>();

        // The second of the four commands of the second batch costs the connection.
        WorkloadInterval interval = scenario.play(Sessions.ofAsync((user, loop) -> (call, completion) -> {
            started.add(call.unitNumber());
            completion.complete(call.unitNumber() == 5 ? Outcome.connectionLost("reset", "") : Outcome.ok());
        }));

        LineInterval.Counts counts = line(interval, READ, Phase.STEADY).counts();
        assertThat(started).hasSize(20).doesNotHaveDuplicates().isSorted();
        assertThat(counts.issued()).isEqualTo(20);
        assertThat(counts.ok()).isEqualTo(19);
        assertThat(counts.errors()).isEqualTo(1);
        assertThat(interval.schedule().draws().getFirst().choices()).containsExactly(Map.entry(0, 20L));
        assertThat(Objects.requireNonNull(interval.schedule().flow()).ended()).isEqualTo(20);
    }

    /** Needs a millisecond to encode each command, and ends all of them at once. */
    private static final class SlowEncoder implements AsyncDriver {
        private final EventLoop loop;
        private final List<Completion> outstanding = new ArrayList<>();

        SlowEncoder(EventLoop loop) {
            this.loop = loop;
        }

        @Override
        public void start(OperationCall call, Completion completion) {
            outstanding.add(completion);
            long encodedNanos = loop.nanoTime() + MILLI;
            while (loop.nanoTime() < encodedNanos) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void flush() {
            long endNanos = loop.nanoTime();
            outstanding.forEach(completion -> completion.complete(Outcome.ok(), endNanos));
            outstanding.clear();
        }
    }

    @Test
    void m7CommandsOfBatchShareStartBeforeEncoding() throws InterruptedException {
        Scenario real = oneBatch(4);

        WorkloadInterval interval = real.play(Sessions.ofAsync((user, loop) -> new SlowEncoder(loop)));

        Times services = Scenario.service(line(interval, READ, Phase.STEADY));
        assertThat(real.faults).isEmpty();
        assertThat(services.count()).isEqualTo(4);
        assertThat(services.minNanos()).isEqualTo(services.maxNanos()).isGreaterThanOrEqualTo(4 * MILLI);
        assertThat(Objects.requireNonNull(interval.lags().getFirst().dispatch()).count())
                .isEqualTo(4);
    }
}
