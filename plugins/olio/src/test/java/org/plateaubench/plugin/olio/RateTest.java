// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.WorkloadRun;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.drive.spec.RunListener;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.measure.timeline.PhaseTimeline;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.ManualClock;

/**
 * The harness issues the matrix and the cycle times as they are defined: rate and mix of runs of several numbers of users,
 * on a clock on which minutes pass at once and a site that answers at once.
 */
class RateTest {
    private static final Duration RAMP_UP = Duration.ofSeconds(60);
    private static final Duration STEADY = Duration.ofMinutes(10);
    private static final long LONGEST_NANOS = Duration.ofHours(1).toNanos();

    private static final RunListener FAILING = new RunListener() {
        @Override
        public void userFailed(int user, String what) {
            throw new AssertionError(what);
        }

        @Override
        public void fault(String what) {
            throw new AssertionError(what);
        }
    };

    private final SessionModel model = new SessionModel();

    /** Operations by kind whose intended start lay in the steady window. */
    private static AtomicLongArray played(int users) throws InterruptedException {
        WorkloadDefinition definition = new OlioWorkload().define(OlioWorkloadTest.with(Profile.FABAN_2015));
        PhaseTimes phases = new PhaseTimes(RAMP_UP, STEADY, Duration.ZERO, Duration.ofSeconds(30));
        Load load = new Load.Closed(users, 1);
        DriveSpec spec = new DriveSpec(
                1,
                "olio",
                definition,
                load,
                Map.of(),
                Execution.VIRTUAL,
                phases,
                List.of(),
                7,
                Load.Share.everything(load),
                Load.Ramp.all(phases));
        AtomicLongArray counts = new AtomicLongArray(OlioOperation.values().length);
        ManualClock clock = new ManualClock(-1_000_000_000L);
        WorkloadRecorder recorder =
                new WorkloadRecorder(1, "olio", WorkloadRun.lines(definition), definition.measures(), 1);
        try (WorkloadRun run =
                new WorkloadRun(spec, countingIn(counts), recorder, clock, new PhaseTimeline(phases), FAILING)) {
            run.start();
            clock.proceed();
            assertThat(run.awaitEnd(LONGEST_NANOS)).isTrue();
        }
        return counts;
    }

    private static WorkloadSession countingIn(AtomicLongArray counts) {
        long from = RAMP_UP.toNanos();
        long to = from + STEADY.toNanos();
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new Driver() {
                    @Override
                    public Outcome execute(OperationCall call) {
                        if (call.intendedNanos() >= from && call.intendedNanos() < to) {
                            counts.incrementAndGet(call.operation());
                        }
                        return Outcome.ok();
                    }
                };
            }
        };
    }

    /** Within 4 sigma: operations of a user are a renewal process whose gaps vary about as much as they last. */
    @Test
    void rateAndMixAreThosePredictedAtEveryScale() throws InterruptedException {
        for (int users : new int[] {25, 100, 300}) {
            AtomicLongArray counts = played(users);
            double expected = users / SessionModelTest.meanCycleSeconds() * STEADY.toSeconds();
            long all = 0;
            for (int i = 0; i < counts.length(); i++) {
                all += counts.get(i);
            }
            assertThat((double) all).as(users + " users").isCloseTo(expected, within(4 * Math.sqrt(expected)));
            for (int i = 0; i < counts.length(); i++) {
                double share = model.share(OlioOperation.at(i));
                assertThat(counts.get(i) / (double) all)
                        .as(users + " users, " + OlioOperation.at(i).title())
                        .isCloseTo(share, within(4.5 * Math.sqrt(share * (1 - share) / all)));
            }
        }
    }
}
