// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;

class RunDisplayTest {
    private static final long TOTAL = 100_000;

    private Instant now = Instant.EPOCH.plusSeconds(1_000);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final RunDisplay display = display(Terminal.NONE);

    private RunDisplay display(Terminal terminal) {
        return display(terminal, PlanTextTest.plan(List.of()));
    }

    private RunDisplay display(Terminal terminal, RunPlan plan) {
        return new RunDisplay(new PrintStream(bytes, true, StandardCharsets.UTF_8), terminal, plan, () -> now);
    }

    private List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private void report(String scope, String activity, long done) {
        display.progress(scope, activity, done, TOTAL, "items");
    }

    @Test
    void progressOfPreparationIsPrintedAtDoublingTimes() {
        long seconds = 150;
        for (int i = 0; i <= 100 * seconds; i++) {
            report("1/mail", "filling mailboxes", TOTAL * i / (100 * seconds));
            report("1/mail", "filling calendars", TOTAL * i / (100 * seconds));
            now = now.plusMillis(10);
        }

        assertThat(lines())
                .containsExactly(
                        "  mail: filling mailboxes, 20 %",
                        "  mail: filling mailboxes, 40 %", "  mail: filling mailboxes, 80 %");
    }

    @Test
    void preparationEndsWithSummaryLine() {
        report("1/mail", "filling mailboxes", TOTAL / 2);
        report("1/mail", "filling mailboxes", TOTAL);
        report("2/mail", "filling mailboxes", TOTAL);
        display.progress("1/mail", "making indexes", 14, 14, "steps");
        now = now.plusSeconds(7);
        display.phase(Phase.RAMP_UP, 0, 0);
        display.phase(Phase.STEADY, 0, 0);

        assertThat(lines()).containsExactly("\u2713 200 000 items loaded (7 s)");
    }

    private void drive(RunDisplay shown, long seconds, int users) {
        for (long second = 0; second < seconds; second++) {
            shown.interval(new LiveTable(
                    SECONDS.toNanos(second),
                    SECONDS.toNanos(second + 1),
                    true,
                    List.of(new LiveTable.Row(1, "pages", new Totals(1), new TimeTotals(), new TimeTotals(), users))));
        }
    }

    @Test
    void progressLinesAreFewHoweverLongTheRunIs() {
        display.phase(Phase.STEADY, 0, 0);
        drive(display, 140, 2);
        assertThat(lines()).allMatch(line -> line.endsWith("   0 errors   2 users"));
        assertThat(lines().stream().map(line -> line.substring(0, 4))).containsExactly("0:30", "1:34");

        bytes.reset();
        RunPlan hour = PlanTextTest.plan(Duration.ofHours(1), List.of(), List.of(PlanTextTest.pages()), null);
        drive(display(Terminal.NONE, hour), hour.phases().issueEndNanos() / SECONDS.toNanos(1), 2);
        assertThat(lines().stream().map(line -> line.substring(0, 5))).containsExactly("0:30 ", "20:07", "40:14");
    }

    @Test
    void lineWithoutConnectedUserHasReason() {
        display.event(EventType.USER_FAILED, "1/pages", "User 3: could not connect: refused");
        display.event(EventType.USER_FAILED, "1/pages", "User 4: could not connect: refused");
        display.phase(Phase.STEADY, 0, 0);
        drive(display, 30, 0);
        assertThat(lines())
                .containsExactly(
                        "  1/pages: User 3: could not connect: refused",
                        "0:30  0 ops/s   p95 -   0 errors   no user is connected (User 4: could not connect: refused)");
    }

    @Test
    void terminalProgressIsRedrawnInPlace() {
        try (RunDisplay screen = display(new Terminal(true, 40, false))) {
            screen.progress("1/mail", "filling mailboxes", 1, 2, "items");
            screen.progress("1/mail", "filling mailboxes", 2, 2, "items");
            screen.phase(Phase.STEADY, 0, 0);
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        assertThat(text)
                .contains("filling mailboxes, 50 %\n\u001b[1F\u001b[Jmail: filling mailboxes, 100 %\n")
                .contains("\u001b[1F\u001b[J\u2713 2 items loaded (0 s)\n")
                .endsWith("steady\n\u001b[1F\u001b[J");
        assertThat(text.replaceAll("\u001b\\[[0-9]*[FJ]", "").lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThan(40));
    }

    private static final long SECOND = 1_000_000_000L;
    private static final long RESPONSE_NANOS = 10_000_000;
    private static final String MEANING =
            "# limited by the harness: more than 10 % of it may be the harness's own lag.";

    private final RunPlan plan = PlanTextTest.plan(List.of(), List.of(PlanTextTest.pages()));

    private LiveTable table(int second, long lagNanos) {
        Totals totals = new Totals(1);
        totals.response().add(singleTime(RESPONSE_NANOS));
        TimeTotals lag = new TimeTotals();
        lag.add(singleTime(lagNanos));
        LiveTable.Row row = new LiveTable.Row(1, plan.workloads().getFirst().name(), totals, lag, new TimeTotals(), 2);
        return new LiveTable(second * SECOND, (second + 1) * SECOND, true, List.of(row));
    }

    private static Times singleTime(long nanos) {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValue(nanos);
        return new Times(histogram, nanos, nanos, nanos, 0);
    }

    @Test
    void m24TableMarksAndExplainsLimitedFigures() {
        assertThat(RunDisplay.line(table(0, RESPONSE_NANOS / 5).rows().getFirst(), "", plan))
                .contains(" 10.0 ms# ");
        assertThat(RunDisplay.notes(table(0, RESPONSE_NANOS / 5), plan)).containsExactly(MEANING);
        assertThat(RunDisplay.line(table(0, RESPONSE_NANOS / 20).rows().getFirst(), "", plan))
                .doesNotContain("#");
        assertThat(RunDisplay.notes(table(0, RESPONSE_NANOS / 20), plan)).isEmpty();
    }

    @Test
    void m24LinesMarkLimitedFiguresAndExplainOnce() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RunDisplay display = new RunDisplay(new PrintStream(bytes, true, StandardCharsets.UTF_8), Terminal.NONE, plan);
        display.interval(table(29, RESPONSE_NANOS / 5));
        display.interval(table(99, RESPONSE_NANOS / 5));
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines.stream().filter(line -> line.contains("p95 10.0 ms#"))).hasSize(2);
        assertThat(lines.stream().filter(line -> line.contains(MEANING))).hasSize(1);
    }
}
