// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.spi.OperationCall;

/**
 * Stall injection on the clock of the machine, with bounds that a busy machine cannot break: what is recorded must hold
 * the waits that the SUT's own stamps prove, and no more than the drivers themselves saw.
 */
@Isolated("it looks at times")
class RealClockStallTest {
    @ParameterizedTest
    @CsvSource({"true,PLATFORM", "true,VIRTUAL", "false,PLATFORM", "false,VIRTUAL"})
    void m4AndM6TheQueueOfAStallIsRecordedOnTheRealClock(boolean closed, Execution execution)
            throws InterruptedException {
        NanoClock clock =
                SystemClock.instance().startingAt(SystemClock.instance().nanoTime() + 50 * MILLI);
        Scenario scenario = new Scenario(clock);
        scenario.execution = execution;
        scenario.phases = phases(0, 3, 0, 10);
        scenario.load = closed ? new Load.Closed(1, 1) : new Load.Open(100, Load.Arrival.REGULAR, 1, 1, 4, 1_000);
        scenario.pacing = Map.of(READ, Pacing.cycle(fixedMillis(10)));
        FakeSut sut = new FakeSut(clock, 1, number -> MILLI / 2, new FakeSut.Stall(SECOND, 2 * SECOND));
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
            long most = backNanos.get(i + 1) - calls.get(i).intendedNanos();
            atMost += most;
            longestAtMost = Math.max(longestAtMost, most);
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
        // What the service times hold of it is what the SUT did, not the queue before it.
        assertThat(Scenario.service(line).sumNanos()).isLessThan(recorded - 40 * SECOND);
    }
}
