// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** A user with virtual threads occupies none during a long wait, and continues on another one (measurement rule M6). */
class WaitingUsersTest {
    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);

    WaitingUsersTest() {
        scenario.execution = Execution.VIRTUAL;
        scenario.phases = phases(0, 4, 0, 2);
    }

    /** Records the thread of every call. */
    private static final class ThreadRecorder implements Driver {
        final List<Thread> threads = new ArrayList<>();
        final List<ClassLoader> loaders = new ArrayList<>();

        @Override
        public void connect() throws InterruptedException {
            recordThread();
        }

        @Override
        public void prepareOperation(OperationCall call) throws InterruptedException {
            recordThread();
        }

        @Override
        public Outcome execute(OperationCall call) throws InterruptedException {
            recordThread();
            return Outcome.ok();
        }

        @Override
        public void close() throws InterruptedException {
            recordThread();
        }

        private void recordThread() throws InterruptedException {
            Thread current = Thread.currentThread();
            if (!threads.isEmpty() && !threads.getLast().equals(current)) {
                assertThat(threads.getLast().join(Duration.ofSeconds(60))).isTrue();
            }
            threads.add(current);
            loaders.add(current.getContextClassLoader());
        }
    }

    @Test
    void waitingUserHoldsNoVirtualThread() throws InterruptedException {
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
        ThreadRecorder recorder = new ThreadRecorder();
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
        Thread starting = Thread.currentThread();
        ClassLoader before = starting.getContextClassLoader();
        starting.setContextClassLoader(loader);
        try {
            scenario.play(Sessions.of(user -> recorder));
        } finally {
            starting.setContextClassLoader(before);
        }

        // One thread to connect and prepare, one for each operation and what prepares the next, and one to close.
        assertThat(recorder.threads.stream().distinct()).hasSize(1 + 40 + 1);
        assertThat(recorder.threads).hasSize(1 + 40 + 40 + 1).allSatisfy(thread -> {
            assertThat(thread.isVirtual()).isTrue();
            assertThat(thread.getName()).isEqualTo("plateau-1-store-user-0");
        });
        assertThat(recorder.loaders).containsOnly(loader);
        assertThat(scenario.faults).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Load.Arrival.class)
    void m6FreeUserAwaitingArrivalHoldsNoThread(Load.Arrival arrival) throws InterruptedException {
        scenario.load = new Load.Open(2, arrival, 1, 1, 1, 100);
        ThreadRecorder recorder = new ThreadRecorder();

        WorkloadInterval interval = scenario.play(Sessions.of(user -> recorder));

        long ok = line(interval, READ, Phase.STEADY).counts().ok();
        assertThat(ok).isPositive();
        assertThat(recorder.threads.stream().distinct()).hasSizeGreaterThan((int) ok);
    }

    @Test
    void supervisorEndsUsersWaitingWithoutThread() throws InterruptedException {
        // Both are due again only after an hour.
        scenario.phases = phases(0, 7_200, 0, 5);
        scenario.load = new Load.Closed(2, 1);
        scenario.pacing = Map.of(READ, Pacing.think(fixedMillis(3_600_000)));
        List<ThreadRecorder> recorders = new ArrayList<>();
        scenario.at(10 * SECOND, () -> scenario.timeline().stopIssuingAt(clock.nanoTime()));

        WorkloadInterval interval = scenario.play(Sessions.of(user -> {
            recorders.add(new ThreadRecorder());
            return recorders.getLast();
        }));

        assertThat(clock.nanoTime()).isLessThan(11 * SECOND);
        assertThat(recorders)
                .hasSize(2)
                .allSatisfy(
                        recorder -> assertThat(recorder.threads.getFirst()).isNotEqualTo(recorder.threads.getLast()));
        assertThat(interval.levels().liveUsers()).isZero();
    }

    @Test
    void closedRunEndsItsThreads() throws InterruptedException {
        Scenario real = Scenario.onTheRealClock(Execution.VIRTUAL);
        real.tile = 7;
        real.pacing = Map.of(READ, Pacing.think(fixedMillis(3_600_000)));
        real.start(Sessions.of(user -> new ThreadRecorder()));

        real.run().close();

        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("plateau-7-store-wait-scheduler"));
        assertThat(real.run().levels().liveUsers()).isZero();
        assertThat(real.faults).isEmpty();
    }
}
