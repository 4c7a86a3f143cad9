// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.HandMade.MILLI;
import static org.plateaubench.engine.judge.figures.HandMade.SECOND;
import static org.plateaubench.engine.judge.figures.HandMade.histogram;
import static org.plateaubench.engine.judge.figures.HandMade.line;
import static org.plateaubench.engine.judge.figures.HandMade.operation;
import static org.plateaubench.engine.judge.figures.HandMade.second;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.engine.aggregate.AgentInterval;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.HandMade;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;

/** From where on something is likely, and from where on certain. The steady window begins at 2 s. */
final class OutlookBoundsTest {
    private static final Load OPEN = new Load.Open(40, Load.Arrival.POISSON, 8, 1, 64, 500);

    private final MadePlan plan = new MadePlan();
    private @Nullable Outlook outlook;

    private Outlook outlook(Load load) {
        if (outlook == null) {
            outlook = new Outlook(plan.simple(1, load).build());
        }
        return outlook;
    }

    private void add(Load load, HandMade.Interval interval) {
        outlook(load).interval(AgentInterval.arrived(interval.snapshot(), Delivery.ON_TIME));
    }

    /** {@code certain}, {@code likely} or nothing. */
    private String foreseen(Load load, Rule rule) {
        return outlook(load).foreseen().stream()
                .filter(forecast -> forecast.reason().rule() == rule)
                .map(Forecast::certainty)
                .findFirst()
                .orElse("");
    }

    private static LineInterval.Counts counts(long ok, long errors) {
        return new LineInterval.Counts(ok + errors, ok, 0, errors, 0, 0, ok, 0, 0);
    }

    private static LineInterval reads(long ok, long errors) {
        return line("read", LineInterval.Kind.OPERATION, counts(ok, errors));
    }

    @Test
    void nothingIsLikelyBeforeFiveSecondsOfTheSteadyState() {
        Load closed = new Load.Closed(8, 1);
        add(closed, new HandMade.Interval(1, 2 * SECOND, 7 * SECOND - 1).with(reads(90, 10)));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEmpty();
        add(closed, new HandMade.Interval(2, 7 * SECOND - 1, 7 * SECOND));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("likely");
    }

    @Test
    void ofAShortSteadyStateItIsWhenItIsOver() {
        plan.steady = Duration.ofSeconds(3);
        Load closed = new Load.Closed(8, 1);
        add(closed, new HandMade.Interval(1, 2 * SECOND, 5 * SECOND - 1).with(reads(90, 10)));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEmpty();
        add(closed, new HandMade.Interval(2, 5 * SECOND - 1, 5 * SECOND));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("likely");
    }

    @Test
    void usersOfAClosedLoadMayMendAnyRate() {
        Load closed = new Load.Closed(8, 1);
        add(closed, new HandMade.Interval(1, 2 * SECOND, 11 * SECOND).with(reads(10, 1_000)));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("likely");
    }

    /**
     * Of an open load 40 arrivals per second are still to come in 6 s: 240, ten standard deviations of them, what 2 s may
     * bring late, and what 8 users have under way: 475 and 8. Six failures of 599 are more than one in a hundred.
     */
    @ParameterizedTest
    @CsvSource({
        "116, 0, 0, certain", "117, 0, 0, ''",
        "115, 1, 0, certain", "116, 1, 0, ''",
        "115, 0, 1, certain", "116, 0, 1, ''"
    })
    void openLoadBringsNoMoreThanItsArrivalsAndWhatIsUnderWay(long all, int inFlight, int queued, String expected) {
        add(
                OPEN,
                new HandMade.Interval(1, 2 * SECOND, 6 * SECOND)
                        .levels(8, inFlight, queued, 0)
                        .with(reads(all - 6, 6)));
        assertThat(foreseen(OPEN, Rule.ERROR_RATE)).isEqualTo(expected);
    }

    /**
     * 4 users with 2 operations each and one that is queued may still end, and 10,000 replies may have ended and not been
     * told of: 102 failures and one success are more than one in a hundred of 10,112.
     */
    @Test
    void whenTheWindowIsOverOnlyStragglersAreToCome() {
        Load closed = new Load.Closed(4, 2);
        add(closed, new HandMade.Interval(1, 2 * SECOND, 12 * SECOND).with(reads(1, 101)));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("likely");
        add(closed, new HandMade.Interval(2, 12 * SECOND, 13 * SECOND).with(reads(0, 1)));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("certain");
    }

    /** Two failures are not one in a hundred of 10,000, and are of the 9 that may still end. */
    @Test
    void twoIntervalsLaterAllIsToldButWhatIsUnderWay() {
        Load closed = new Load.Closed(4, 2);
        add(closed, new HandMade.Interval(1, 2 * SECOND, 12 * SECOND).with(reads(20, 2)));
        add(closed, new HandMade.Interval(2, 12 * SECOND, 14 * SECOND - 1));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("likely");
        add(closed, new HandMade.Interval(3, 14 * SECOND - 1, 14 * SECOND));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("certain");
    }

    @Test
    void anIntervalThatIsMissingMayMendEverythingUntilItCame() {
        Load closed = new Load.Closed(8, 1);
        add(closed, new HandMade.Interval(1, 2 * SECOND, 12 * SECOND).with(reads(1, 110)));
        outlook(closed).interval(AgentInterval.missing("a", 2, 12 * SECOND, 13 * SECOND));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("likely");
        assertThat(foreseen(closed, Rule.MISSING_INTERVALS)).isEqualTo("likely");
        outlook(closed).interval(AgentInterval.arrived(second(2).snapshot(), Delivery.LATE));
        assertThat(foreseen(closed, Rule.ERROR_RATE)).isEqualTo("certain");
        assertThat(foreseen(closed, Rule.MISSING_INTERVALS)).isEmpty();
    }

    @Test
    void anAgentThatIsLostIsNotHeardOfAgain() {
        Load closed = new Load.Closed(8, 1);
        add(closed, second(0));
        outlook(closed)
                .event(new RunEvent(
                        Instant.EPOCH,
                        RunEvent.BEFORE_START,
                        EventType.AGENT_LOST.label(),
                        "agent/a",
                        "Lost.",
                        Map.of()));
        assertThat(foreseen(closed, Rule.LOST_AGENTS)).isEqualTo("certain");
    }

    private static LineInterval timed(int slow, int fast) {
        long[] nanos = new long[slow + fast];
        Arrays.fill(nanos, MILLI);
        Arrays.fill(nanos, 0, slow, 5 * MILLI);
        Times times = new Times(histogram(nanos), 5L * slow * MILLI + fast * MILLI, MILLI, 5 * MILLI, 0);
        return operation("read", counts(slow + fast, 0), times, null, null);
    }

    /** Ten values beyond its bound and twenty operations make a percentile believed, and ten seconds a rate. */
    @ParameterizedTest
    @CsvSource({
        "p60 < 2ms, 10, 6000, 10, 10, likely",
        "p60 < 2ms, 10, 6000, 9, 11, ''",
        "p40 < 2ms, 10, 6000, 12, 7, ''",
        "max < 2ms, 10, 6000, 1, 0, certain",
        "p50 > 2ms, 10, 6000, 0, 20, likely",
        "rate > 9/s, 20, 10000, 0, 20, likely",
        "rate > 9/s, 20, 9999, 0, 20, ''"
    })
    void aLimitIsToldOnceEnoughIsSeen(
            String limit, int steadySeconds, long millis, int slow, int fast, String expected) {
        plan.steady = Duration.ofSeconds(steadySeconds);
        plan.limits.put("read", List.of(limit));
        Load closed = new Load.Closed(8, 1);
        long end = 2 * SECOND + millis * MILLI;
        add(closed, new HandMade.Interval(1, 2 * SECOND, end).with(timed(slow, fast)));
        assertThat(foreseen(closed, Rule.LIMIT)).isEqualTo(expected);
    }
}
