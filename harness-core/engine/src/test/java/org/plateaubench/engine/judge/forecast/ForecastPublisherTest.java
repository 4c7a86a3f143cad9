// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;
import static org.plateaubench.engine.judge.MadeRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.aggregate.AgentInterval;
import org.plateaubench.engine.aggregate.IntervalLog;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.wire.TelemetrySample;

/** What is said of the verdict while a run goes on: once, when it changes, to the journal and to whoever watches. */
final class ForecastPublisherTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final Kept kept = new Kept();

    /** What went through, and what was said. */
    private static final class Kept implements IntervalLog, RunJournal, RunObserver {
        private final List<String> journal = new ArrayList<>();
        private final List<String> observed = new ArrayList<>();
        private final List<String> passedOn = new ArrayList<>();
        private int intervals;
        private int tables;

        @Override
        public void interval(AgentInterval interval) {
            intervals++;
        }

        @Override
        public void errors(List<ErrorTotal> errors) {
            passedOn.add("errors " + errors.size());
        }

        @Override
        public void phase(Phase phase, long runNanos, long expectedEndNanos) {
            passedOn.add(phase.label() + " " + runNanos + " " + expectedEndNanos);
        }

        @Override
        public void progress(String scope, String activity, long done, long total, String unit) {
            passedOn.add(scope + " " + activity + " " + done + " " + total + " " + unit);
        }

        @Override
        public void tick(long runNanos) {
            passedOn.add("tick " + runNanos);
        }

        @Override
        public void interval(LiveTable table) {
            tables++;
        }

        @Override
        public void clockStarted(long originNanos) {}

        /** Both a journal and an observer: every event must come twice. */
        @Override
        public void event(EventDetails event, String scope, String message) {
            (journal.size() == observed.size() ? journal : observed)
                    .add(EventType.of(event).label() + ": " + message);
        }

        @Override
        public void eventAt(long runNanos, EventDetails event, String scope, String message) {}

        @Override
        public void telemetry(List<TelemetrySample> samples) {}

        @Override
        public @Nullable String failure() {
            return null;
        }
    }

    private static LiveTable table(long endNanos) {
        return new LiveTable(endNanos - SECOND, endNanos, true, List.of());
    }

    private ForecastPublisher driven(RunPlan plan, MadeRun run, LongConsumer second) {
        ForecastPublisher publisher = new ForecastPublisher(plan, kept, kept, kept, Runnable::run);
        run.watchedBy(publisher::interval);
        run.drive(start -> {
            if (start > 0) {
                publisher.interval(table(start));
            }
            second.accept(start);
        });
        return publisher;
    }

    private static void times(MadeRun run, long start, int good, int bad) {
        for (int i = 0; i < good; i++) {
            run.ok(CACHE, i % 2 == 0 ? "read" : "write", start + i * (SECOND / good), 5 * MILLI, 0);
        }
        for (int i = 0; i < bad; i++) {
            run.error(CACHE, i % 2 == 0 ? "read" : "write", start + i * MILLI, MILLI, "refused", "refused");
        }
    }

    private static RunPlan plan() {
        MadePlan plan = new MadePlan();
        plan.simple();
        return plan.build();
    }

    @Test
    void aGoodRunIsHandedOnAndNotSpokenOf() {
        RunPlan plan = plan();
        MadeRun run = new MadeRun(folder, plan);
        driven(plan, run, start -> times(run, start, 40, 0));
        assertThat(kept.journal).isEmpty();
        assertThat(kept.intervals).isGreaterThanOrEqualTo(kept.tables);
        assertThat(kept.tables).isGreaterThan(5);
    }

    @Test
    void whatIsForeseenIsSaidOnceAndItsEndToo() {
        MadePlan made = new MadePlan();
        made.steady = Duration.ofSeconds(60);
        made.simple();
        RunPlan plan = made.build();
        MadeRun run = new MadeRun(folder, plan);
        // Both operations fail for some seconds, and are made up for in the rest.
        driven(plan, run, start -> times(run, start, 400, start >= 2 * SECOND && start < 5 * SECOND ? 40 : 0));
        assertThat(kept.journal).hasSize(2);
        assertThat(kept.journal.getFirst())
                .startsWith("forecast: It is likely that this run will fail.")
                .containsOnlyOnce("It is likely")
                .contains("1/cache/read", "1/cache/write");
        assertThat(kept.journal.getLast())
                .isEqualTo("forecast: The earlier forecast for the verdict of this run no longer holds.");
        assertThat(kept.observed).isEqualTo(kept.journal);
    }

    @Test
    void theFirstLookIsAfterFiveSecondsOfTheSteadyStateWhereverThatBegins() {
        MadePlan made = new MadePlan();
        made.steady = Duration.ofSeconds(60);
        made.simple();
        for (int rampUp : new int[] {2, 5, 7, 8, 9}) {
            made.rampUp = Duration.ofSeconds(rampUp);
            RunPlan plan = made.build();
            List<Long> said = new ArrayList<>();
            kept.journal.clear();
            kept.observed.clear();
            MadeRun run = new MadeRun(folder.resolve("ramp-up-" + rampUp), plan);
            driven(plan, run, start -> {
                times(run, start, 400, 40);
                if (!kept.journal.isEmpty()) {
                    said.add(start);
                }
            });
            assertThat(said.getFirst()).as("ramp-up of %s s", rampUp).isEqualTo((rampUp + 5) * SECOND);
        }
    }

    private static RunPlan minutes(int minutes) {
        MadePlan made = new MadePlan();
        made.rampUp = Duration.ofSeconds(4);
        made.steady = Duration.ofMinutes(minutes);
        made.simple();
        return made.build();
    }

    /** When a fault is told that begins in a second of the steady state, in seconds of it. */
    private long told(int second) {
        RunPlan plan = minutes(2);
        kept.journal.clear();
        kept.observed.clear();
        List<Long> said = new ArrayList<>();
        long steady = plan.phases().steadyStartNanos();
        MadeRun run = new MadeRun(folder.resolve("fault-" + second), plan);
        driven(plan, run, start -> {
            if (!kept.journal.isEmpty()) {
                said.add((start - steady) / SECOND);
            }
            times(run, start, 40, start >= steady + second * SECOND ? 40 : 0);
        });
        return said.getFirst();
    }

    @Test
    void theLongerTheRunTheRarerTheLooksAndNeverRarerThanHalfAMinute() {
        assertThat(List.of(told(0), told(5), told(6), told(11), told(16), told(24), told(36), told(54), told(81)))
                .containsExactly(5L, 10L, 10L, 15L, 23L, 35L, 53L, 80L, 110L);
    }

    @Test
    void whatIsSaidAlreadyIsNotSaidAgainWithWhatIsNew() {
        RunPlan plan = minutes(1);
        long steady = plan.phases().steadyStartNanos();
        MadeRun run = new MadeRun(folder, plan);
        driven(plan, run, start -> {
            times(run, start, 40, 0);
            for (int i = 0; i < 20; i++) {
                run.error(CACHE, "read", start + i * MILLI, MILLI, "refused", "refused");
                if (start >= steady + 11 * SECOND) {
                    run.error(CACHE, "write", start + i * MILLI, MILLI, "refused", "refused");
                }
            }
        });
        assertThat(kept.journal.getFirst()).contains("1/cache/read").doesNotContain("1/cache/write");
        assertThat(kept.journal.get(1)).contains("1/cache/write").doesNotContain("1/cache/read");
    }

    @Test
    void intervalsThatComeAheadCountWhenTheirTimeIsOver() {
        RunPlan plan = minutes(1);
        long steady = plan.phases().steadyStartNanos();
        MadeRun run = new MadeRun(folder, plan);
        ForecastPublisher publisher = new ForecastPublisher(plan, kept, kept, kept, Runnable::run);
        run.watchedBy(publisher::interval);
        run.drive(start -> times(run, start, 40, start >= steady + 5 * SECOND ? 40 : 0));
        publisher.interval(table(steady + 5 * SECOND));
        assertThat(kept.journal).isEmpty();
        publisher.interval(table(steady + 10 * SECOND));
        assertThat(kept.journal).isNotEmpty();
    }

    @Test
    void everythingElseIsPassedOn() {
        ForecastPublisher publisher = new ForecastPublisher(plan(), kept, kept, kept, Runnable::run);
        publisher.errors(List.of());
        publisher.phase(Phase.STEADY, 1, 2);
        publisher.progress("sut/cache", "filling keys", 3, 4, "keys");
        publisher.tick(5);
        assertThat(kept.passedOn)
                .containsExactly("errors 0", "steady 1 2", "sut/cache filling keys 3 4 keys", "tick 5");
        kept.journal.add("");
        publisher.event(EventType.FAULT, "", "Gone wrong.");
        assertThat(kept.observed).containsExactly("fault: Gone wrong.");
    }

    /** Intervals of an agent without a name are such a fault. */
    @Test
    @SuppressWarnings("NullAway")
    void aFaultOfTheForecastEndsItAndNotTheRun() {
        ForecastPublisher publisher = new ForecastPublisher(plan(), kept, kept, kept, Runnable::run);
        publisher.interval(AgentInterval.missing(null, 0, 0, SECOND));
        publisher.interval(AgentInterval.missing(null, 1, 0, SECOND));
        publisher.interval(table(SECOND));
        publisher.interval(table(2 * SECOND));
        assertThat(kept.journal)
                .singleElement()
                .asString()
                .startsWith("fault: No further forecast is made for this run, because of a fault of the harness: ");
        assertThat(kept.observed).isEqualTo(kept.journal);
        assertThat(kept.tables).isEqualTo(2);
    }

    /** With many workloads a forecast takes seconds. */
    @Test
    void theRunGoesOnWhileItsForecastIsComputed() {
        RunPlan plan = minutes(1);
        long steady = plan.phases().steadyStartNanos();
        List<Runnable> asked = new ArrayList<>();
        ForecastPublisher publisher = new ForecastPublisher(plan, kept, kept, kept, asked::add);
        MadeRun run = new MadeRun(folder, plan);
        run.watchedBy(publisher::interval);
        run.drive(start -> times(run, start, 40, 40));
        publisher.interval(table(steady + 5 * SECOND));
        publisher.interval(table(steady + 20 * SECOND));
        publisher.tick(steady + 20 * SECOND);
        assertThat(asked).as("one at a time").hasSize(1);
        assertThat(kept.tables).isEqualTo(2);
        assertThat(kept.journal).isEmpty();

        asked.getFirst().run();
        assertThat(kept.journal).as("told by the controller's thread alone").isEmpty();
        publisher.tick(steady + 21 * SECOND);
        assertThat(kept.journal).hasSize(1);
        publisher.interval(table(steady + 50 * SECOND));
        assertThat(asked).as("what has come meanwhile is looked at").hasSize(2);
    }

    @Test
    void aLostAgentIsSaidAtTheNextInterval() {
        RunPlan plan = plan();
        MadeRun run = new MadeRun(folder, plan);
        ForecastPublisher publisher = driven(plan, run, start -> times(run, start, 40, 0));
        long end = 60 * SECOND;
        publisher.interval(table(end));
        publisher.event(EventType.AGENT_LOST, "agent/local", "Gone.");
        kept.observed.clear();
        kept.journal.clear();
        publisher.interval(table(end + 1));
        assertThat(kept.journal).singleElement().asString().contains("certain", "invalid");
    }
}
