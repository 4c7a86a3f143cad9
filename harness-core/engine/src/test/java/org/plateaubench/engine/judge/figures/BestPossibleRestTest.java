// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.HandMade.histogram;
import static org.plateaubench.engine.judge.figures.HandMade.ok;
import static org.plateaubench.engine.judge.figures.HandMade.times;
import static org.plateaubench.engine.judge.figures.HandMade.window;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** The best that can still come. The window lasts from 2 s to 12 s; 8 users are asked for. */
final class BestPossibleRestTest {
    private final BestPossibleRest rest = new BestPossibleRest(Extent.steady(window(2, 12)), 100, 30);

    private static LagFigures lag(long nanos) {
        TimesSum sum = new TimesSum();
        sum.add(times(nanos, nanos, nanos));
        return new LagFigures(sum, histogram(nanos));
    }

    private static LineFigures line(String name, LineInterval.Kind kind) {
        LineTotals totals = new LineTotals(name, kind);
        totals.add(new LineInterval(
                name,
                kind,
                PhaseWindow.STEADY,
                ok(1),
                Map.of(),
                Map.of(),
                new Times(HistogramRange.okHistogram(), 5_000, 5_000, 5_000, 0),
                null,
                null));
        return new LineFigures(totals, histogram(5_000), histogram(4_000), histogram(3_000), 7);
    }

    private static WorkloadFigures soFar(
            @Nullable Window window, @Nullable Double live, @Nullable AttendanceFigures attendance) {
        return new WorkloadFigures(
                new MadePlan().simple().build().workloads().getFirst(),
                Extent.steady(window),
                List.of(line("read", LineInterval.Kind.OPERATION), line("delivery", LineInterval.Kind.SERIES)),
                Map.of("hits", 3L),
                live,
                2,
                attendance,
                new Edges(1, 2, 3),
                new WorstBacklog(9, 4),
                lag(2_000),
                lag(3_000),
                lag(4_000),
                new ScheduleFigures(
                        true,
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        new ScheduleInterval.Gaps(0, 0, 0),
                        new ScheduleFigures.Flow(0, 0, 0, 0, 0, 0, 0, 0, 0, null),
                        Map.of()));
    }

    @Test
    void fromThereOnAllUsersAreThere() {
        WorkloadFigures best = rest.after(soFar(window(2, 6), 3.0, new AttendanceFigures(6, 5, 0.5, 2, 3)));
        assertThat(best.meanLiveUsers()).isEqualTo(0.4 * 3 + 0.6 * 8);
        assertThat(best.meanLostUsers()).isEqualTo(0.4 * 2);
        assertThat(best.attendance())
                .isEqualTo(new AttendanceFigures(0.4 * 6 + 0.6 * 8, 0.4 * 5 + 0.6 * 8, 0.4 * 0.5, 0.4 * 2, 0));
        assertThat(best.extent()).isEqualTo(Extent.steady(window(2, 12)));
    }

    @Test
    void ofUsersThatNobodyCountedNothingIsForeseen() {
        WorkloadFigures best = rest.after(soFar(window(2, 6), null, null));
        assertThat(best.meanLiveUsers()).isNull();
        assertThat(best.attendance()).isNull();
    }

    @Test
    void beforeTheWindowEverythingIsStillToCome() {
        assertThat(rest.after(soFar(null, 3.0, null)).meanLiveUsers()).isEqualTo(8);
    }

    @Test
    void everythingSucceedsInNoTime() {
        WorkloadFigures best = rest.after(soFar(window(2, 6), 3.0, null));
        LineFigures read = best.lines().getFirst();
        assertThat(read.totals().counts()).isEqualTo(ok(101));
        assertThat(read.responses().getTotalCount()).isEqualTo(101);
        assertThat(read.responses().getCountAtValue(0)).isEqualTo(100);
        assertThat(read.responseTimes().minNanos()).isZero();
        assertThat(read.responseTimes().maxNanos()).isEqualTo(5_000);
        assertThat(read.services()).isEqualTo(histogram(4_000));
        assertThat(read.failures()).isEqualTo(histogram(3_000));
        assertThat(read.longestFailingNanos()).isEqualTo(7);
        assertThat(best.counters()).containsExactly(Map.entry("hits", 3L));
        assertThat(best.worstBacklog()).isEqualTo(new WorstBacklog(9, 4));
    }

    @Test
    void nothingBoundsWhatASeriesMayStillObserve() {
        LineFigures series = rest.after(soFar(window(2, 6), 3.0, null)).lines().getLast();
        assertThat(series.totals().counts().ok()).isEqualTo((1L << 40) + 1);
    }

    @Test
    void noLagIsFoundAnyMore() {
        WorkloadFigures best = rest.after(soFar(window(2, 6), 3.0, null));
        assertThat(best.dispatchLag().histogram().getCountAtValue(0)).isEqualTo(100);
        assertThat(best.dispatchLag().times().minNanos()).isZero();
        assertThat(best.dispatchLag().times().maxNanos()).isEqualTo(2_000);
        assertThat(best.completionLag().histogram().getCountAtValue(0)).isEqualTo(100);
        assertThat(best.wakeUpLag().histogram().getCountAtValue(0)).isEqualTo(30);
        BestPossibleRest probes = new BestPossibleRest(Extent.steady(window(2, 12)), 100, 300);
        assertThat(probes.after(soFar(window(2, 6), 3.0, null))
                        .completionLag()
                        .histogram()
                        .getCountAtValue(0))
                .isEqualTo(300);
    }

    @Test
    void theQueueIsEmptyInTheEndUnlessThatIsNow() {
        assertThat(rest.after(soFar(window(2, 6), 3.0, null)).edges()).isEqualTo(new Edges(1, 0, 0));
        assertThat(rest.after(soFar(window(2, 12), 3.0, null)).edges()).isEqualTo(new Edges(1, 0, 3));
    }
}
