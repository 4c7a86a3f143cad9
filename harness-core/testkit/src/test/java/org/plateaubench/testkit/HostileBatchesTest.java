// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;

/** M7, M9: if one command of a batch fails in any way, the others are started, sent and counted once. */
class HostileBatchesTest {
    private static final int USERS = 3;
    private static final int ISSUE_SECONDS = 4;
    private static final long TIMEOUT_MILLIS = 250;
    private static final List<String> OPERATIONS = List.of("first", "second");

    /** A driver that misbehaves in every way, chosen by the draws of the call. */
    private static final class Hostile implements AsyncDriver {
        private final EventLoop loop;
        private final AtomicLong started;
        private final List<Completion> buffered = new ArrayList<>();
        private @Nullable Completion connected;
        private boolean failsToFlush;

        Hostile(EventLoop loop, AtomicLong started) {
            this.loop = loop;
            this.started = started;
        }

        @Override
        public void connect(Completion completion) {
            connected = completion;
            completion.complete(Outcome.ok());
        }

        @Override
        public void start(OperationCall call, Completion completion) {
            started.incrementAndGet();
            switch ((int) Math.floorMod(call.draws().key(), 50L)) {
                case 0, 1, 2, 3 -> completion.complete(Outcome.ok());
                case 4 -> completion.complete(Outcome.declined("sold-out"));
                case 5 -> completion.complete(Outcome.error("refused", ""));
                case 6 -> completion.complete(Outcome.connectionLost("reset", ""));
                case 7 -> throw new IllegalStateException("thrown");
                case 8, 9 -> {
                    completion.complete(Outcome.ok());
                    throw new IllegalStateException("too late");
                }
                case 10, 11 -> {
                    completion.complete(Outcome.ok());
                    completion.complete(Outcome.error("twice", ""));
                    Objects.requireNonNull(connected).complete(Outcome.ok());
                }
                case 12 -> completion.complete(Outcome.connectionLost("r".repeat(200), ""));
                case 13 -> failsToFlush = true;
                case 14 ->
                    loop.schedule(
                            loop.nanoTime() + TIMEOUT_MILLIS * 2 * MILLI, () -> completion.complete(Outcome.ok()));
                case 15, 16, 17, 18 ->
                    loop.schedule(loop.nanoTime() + MILLI, () -> completion.complete(Outcome.ok(), loop.nanoTime()));
                case 19 -> loop.execute(() -> completion.complete(Outcome.ok()));
                default -> buffered.add(completion);
            }
        }

        @Override
        public void flush() {
            List<Completion> sent = List.copyOf(buffered);
            buffered.clear();
            if (failsToFlush) {
                failsToFlush = false;
                throw new IllegalStateException("not flushed");
            }
            long endNanos = loop.nanoTime();
            sent.forEach(completion -> completion.complete(Outcome.ok(), endNanos));
        }

        @Override
        public void abort() {
            buffered.clear();
        }
    }

    private static Scenario hostile(long seed, boolean open, int depth) {
        Scenario made = new Scenario(new ManualClock(-SECOND));
        made.seed = seed;
        made.execution = Execution.EVENT_LOOP;
        made.phases = phases(1, ISSUE_SECONDS - 2, 1, 2);
        Map<String, Double> weights = new LinkedHashMap<>();
        OPERATIONS.forEach(name -> weights.put(name, weights.size() + 1.0));
        made.definition = Scenario.definition(
                OPERATIONS.stream()
                        .map(name -> OperationDefinition.of(name, "").withTimeout(Duration.ofMillis(TIMEOUT_MILLIS)))
                        .toList(),
                OPERATIONS.stream().map(UnitDefinition::of).toList(),
                new Mix.Flat(weights),
                List.of());
        made.load =
                open ? new Load.Open(200, Load.Arrival.REGULAR, USERS, depth, 2, 1_000) : new Load.Closed(USERS, depth);
        Pacing cycle = Pacing.cycle(fixedMillis(20));
        made.pacing = Map.of("first", cycle, "second", cycle);
        return made;
    }

    private static long sum(WorkloadInterval interval, ToLongFunction<LineInterval.Counts> count) {
        return interval.lines().stream()
                .mapToLong(line -> count.applyAsLong(line.counts()))
                .sum();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void m9m10HostileBatchesStartAndCountEachCommandOnce(boolean open) throws InterruptedException {
        for (int seed = 0; seed < 12; seed++) {
            int depth = 1 + seed % 6;
            Scenario made = hostile(seed, open, depth);
            AtomicLong started = new AtomicLong();

            WorkloadInterval interval = made.play(Sessions.ofAsync((user, loop) -> new Hostile(loop, started)));

            String run = "seed " + seed + ", depth " + depth;
            long ended = sum(interval, of -> of.ok() + of.declined() + of.errors());
            long all = ended + sum(interval, of -> of.abandoned() + of.dropped());
            assertThat(sum(interval, LineInterval.Counts::issued)).as(run).isEqualTo(started.get());
            assertThat(ended).as(run).isEqualTo(started.get());
            assertThat(sum(interval, LineInterval.Counts::okEnds))
                    .as(run)
                    .isEqualTo(sum(interval, LineInterval.Counts::ok));
            assertThat(Objects.requireNonNull(interval.schedule().flow()).ended())
                    .as(run)
                    .isEqualTo(ended);
            assertThat(interval.schedule().draws().stream()
                            .flatMap(draws -> draws.choices().values().stream())
                            .mapToLong(Long::longValue)
                            .sum())
                    .as(run)
                    .isEqualTo(all);
            assertThat(interval.lags().stream()
                            .mapToLong(lag ->
                                    lag.dispatch() == null ? 0 : lag.dispatch().count())
                            .sum())
                    .as(run)
                    .isEqualTo(started.get());
            if (open) {
                assertThat(all).as(run).isEqualTo(Math.round(200 * (ISSUE_SECONDS - 0.5)));
            } else {
                // User u starts at u thirds of a second and is first due within a cycle of that.
                assertThat(all % depth).as(run).isZero();
                assertThat(all / depth).as(run).isBetween(200L + 183 + 166 - 3, 200L + 184 + 167);
            }
            assertThat(interval.levels().inFlight()).as(run).isZero();
            assertThat(made.faults).as(run).allMatch(fault -> fault.contains("failed to flush"));
        }
    }

    @Test
    void m7RepeatingTaskDoesNotDelayTimers() throws InterruptedException {
        // The task submits itself again until its timer has fired, or a second has passed.
        Scenario real = Scenario.onTheRealClock(Execution.EVENT_LOOP);
        real.phases = phases(0, 1, 0, 3);
        real.pacing = Map.of(READ, Pacing.cycle(fixedMillis(1_000)));

        WorkloadInterval interval = real.play(Sessions.ofAsync((user, loop) -> (call, completion) -> {
            long begin = loop.nanoTime();
            List<Long> wakeUps = new ArrayList<>();
            loop.schedule(begin + MILLI, () -> wakeUps.add(loop.nanoTime()));
            loop.execute(new Runnable() {
                @Override
                public void run() {
                    if (!wakeUps.isEmpty()) {
                        completion.complete(Outcome.ok());
                    } else if (loop.nanoTime() > begin + SECOND) {
                        completion.complete(Outcome.error("starved", ""));
                    } else {
                        loop.execute(this);
                    }
                }
            });
        }));

        assertThat(line(interval, READ, Phase.STEADY).errorsByClass()).isEmpty();
        assertThat(line(interval, READ, Phase.STEADY).counts().ok()).isEqualTo(1);
    }
}
