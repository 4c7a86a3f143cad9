// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;

/** Figures of a running run that the harness limits (measurement rule M24). */
class LimitedFiguresTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long RESPONSE_NANOS = 10_000_000;
    private static final String MEANING =
            "# limited by the harness: more than 10 % of it may be the harness's own lag.";

    private final RunPlan plan = PlanTextTest.plan(List.of(), List.of(PlanTextTest.pages()));

    private LiveTable table(int second, long lagNanos) {
        Totals totals = new Totals(1);
        totals.response().add(one(RESPONSE_NANOS));
        TimeTotals lag = new TimeTotals();
        lag.add(one(lagNanos));
        LiveTable.Row row = new LiveTable.Row(1, plan.workloads().getFirst().name(), totals, lag, new TimeTotals(), 2);
        return new LiveTable(second * SECOND, (second + 1) * SECOND, true, List.of(row));
    }

    private static Times one(long nanos) {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValue(nanos);
        return new Times(histogram, nanos, nanos, nanos, 0);
    }

    @Test
    void m24TableMarksAndExplainsLimitedFigures() {
        assertThat(RunDisplay.line(table(0, RESPONSE_NANOS / 5).rows().getFirst(), plan))
                .contains(" 10.0 ms# ");
        assertThat(RunDisplay.notes(table(0, RESPONSE_NANOS / 5), plan)).containsExactly(MEANING);
        assertThat(RunDisplay.line(table(0, RESPONSE_NANOS / 20).rows().getFirst(), plan))
                .doesNotContain("#");
        assertThat(RunDisplay.notes(table(0, RESPONSE_NANOS / 20), plan)).isEmpty();
    }

    @Test
    void m24LinesMarkLimitedFiguresAndExplainOnce() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RunDisplay display = new RunDisplay(new PrintStream(bytes, true, StandardCharsets.UTF_8), Terminal.NONE, plan);
        display.interval(table(9, RESPONSE_NANOS / 5));
        display.interval(table(19, RESPONSE_NANOS / 5));
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.stream().filter(line -> line.contains("p95 10.0 ms#"))).hasSize(2);
        assertThat(lines.stream().filter(line -> line.contains(MEANING))).hasSize(1);
    }
}
