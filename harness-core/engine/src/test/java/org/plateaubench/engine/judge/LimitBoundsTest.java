// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.MILLI;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.histogram;
import static org.plateaubench.engine.judge.figures.TestIntervals.operation;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.TestFigures;
import org.plateaubench.engine.judge.figures.TestIntervals;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;

/** Limits at and near their bounds. */
final class LimitBoundsTest {
    private final TestFigures fixture = new TestFigures();

    private static Times timesOf(long... nanos) {
        long sum = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        for (long each : nanos) {
            sum += each;
            min = Math.min(min, each);
            max = Math.max(max, each);
        }
        return new Times(histogram(nanos), sum, min, max, 0);
    }

    private void add(LineInterval.Counts counts, long... nanos) {
        fixture.add(second(3).with(operation("read", counts, nanos.length == 0 ? null : timesOf(nanos), null, null)));
    }

    private static LineInterval.Counts counts(long ok, long declined, long errors, long abandoned, long dropped) {
        long all = ok + declined + errors + abandoned + dropped;
        return new LineInterval.Counts(
                all, ok, declined, errors, abandoned, dropped, ok, abandoned + dropped, 50 * MILLI);
    }

    private LimitResult result(String limit) {
        return LimitRule.evaluate(QosLimit.parse(limit), fixture.line("read"), HarnessLag.NONE);
    }

    @Test
    void timeIsComparedExactlyWithItsLimit() {
        add(counts(4, 0, 0, 0, 0), MILLI, MILLI, MILLI, 5 * MILLI);
        assertThat(result("max < 5ms").met()).isFalse();
        assertThat(result("max <= 5ms").met()).isTrue();
        assertThat(result("mean < 2ms").met()).isFalse();
        assertThat(result("mean <= 2ms").met()).isTrue();
        assertThat(result("mean <= 2ms").value()).isEqualTo(2);
        assertThat(result("mean <= 2ms").lowerBound()).isFalse();
        assertThat(result("p50 < 2ms").met()).isTrue();
        assertThat(result("p99 > 4ms").met()).isTrue();
        assertThat(result("p99 > 4ms").lowerBound()).isFalse();
    }

    @Test
    void lowerBoundOfPercentileOrMaxNeverMeetsAnUpperLimit() {
        add(counts(1, 0, 0, 1, 0), MILLI);
        assertThat(result("max <= 60ms").met()).isFalse();
        assertThat(result("max <= 60ms").value()).isEqualTo(50);
        assertThat(result("max <= 60ms").lowerBound()).isTrue();
        assertThat(result("max > 40ms").met()).isTrue();
        assertThat(result("max >= 60ms").met()).isFalse();
        assertThat(result("p99 < 60ms").met()).isFalse();
        assertThat(result("p50 < 60ms").met()).isTrue();
    }

    @Test
    void meanCountsCensoredOperationsWithTheLongestWait() {
        add(counts(3, 0, 0, 1, 0), 2 * MILLI, 2 * MILLI, 6 * MILLI);
        assertThat(result("mean < 15ms").value()).isEqualTo((10 + 50) / 4.0);
        assertThat(result("mean < 15ms").met()).isFalse();
        assertThat(result("mean < 15ms").lowerBound()).isTrue();
        assertThat(result("mean <= 15ms").met()).isTrue();
    }

    @Test
    void timeLimitWithoutSuccessIsMissed() {
        for (String limit : List.of("p95 < 5ms", "mean < 5ms", "max < 5ms")) {
            assertThat(result(limit).met()).isNull();
            assertThat(result(limit).untested()).isEqualTo("Nothing was due.");
        }
        add(counts(0, 0, 1, 0, 0));
        for (String limit : List.of("p95 < 5ms", "mean < 5ms", "max < 5ms")) {
            assertThat(result(limit).met()).isFalse();
            assertThat(result(limit).value()).isNull();
        }
    }

    @Test
    void errorLimitNeedsTwentyAttempts() {
        add(counts(18, 0, 0, 0, 1));
        assertThat(result("errors < 5%").met()).isNull();
        assertThat(result("errors < 5%").untested()).isEqualTo("19 attempts are too few for a test; 20 are needed.");
        add(counts(1, 0, 0, 0, 0));
        assertThat(result("errors < 5%").met()).isFalse();
        assertThat(result("errors <= 5%").met()).isTrue();
        assertThat(result("errors <= 5%").value()).isEqualTo(5);
    }

    @Test
    void errorDeclinedAndRateLimitsCountTheirOutcomes() {
        add(counts(80, 12, 5, 2, 1));
        assertThat(result("errors < 9%").value()).isEqualTo(8);
        assertThat(result("declined < 9%").value()).isEqualTo(12);
        assertThat(result("rate > 9/s").value()).isEqualTo(8);
        assertThat(result("rate >= 8/s").met()).isTrue();
        assertThat(result("rate > 8/s").met()).isFalse();
        assertThat(result("errors < 9%").lagMs()).isNull();
    }

    /** One error in 300 million attempts rounds to 0%. */
    @Test
    void singleErrorMissesAZeroErrorLimit() {
        add(new LineInterval.Counts(299_999_999, 299_999_999, 0, 0, 0, 0, 299_999_999, 0, 0));
        assertThat(result("errors <= 0%").met()).isTrue();
        add(counts(0, 0, 1, 0, 0));
        assertThat(result("errors <= 0%").met()).isFalse();
        assertThat(result("errors <= 0%").value()).isGreaterThan(0);
        assertThat(result("errors < 0.1%").value()).isZero();
    }

    /** The rate per second, rounded to six decimals, would be less than the limit. */
    @ParameterizedTest
    @ValueSource(longs = {1, 4, 5, 7, 10, 23})
    void ratePerMinuteIsComparedExactlyWithItsLimit(long ends) {
        fixture.window = TestIntervals.window(2, 32);
        add(new LineInterval.Counts(ends, ends, 0, 0, 0, 0, ends, 0, 0));
        LineTotals line = fixture.line("read");
        for (Map.Entry<String, Boolean> each :
                Map.of(">=", true, "<=", true, ">", false, "<", false).entrySet()) {
            QosLimit limit = QosLimit.parse("rate " + each.getKey() + " " + 2 * ends + "/min");
            assertThat(LimitRule.evaluate(limit, line, HarnessLag.NONE).met())
                    .as("%s", limit)
                    .isEqualTo(each.getValue());
        }
    }

    @Test
    void limitIsNotTestedWithoutASteadyState() {
        fixture.window = null;
        LimitResult rate = LimitRule.evaluate(QosLimit.parse("rate > 9/s"), fixture.line("read"), HarnessLag.NONE);
        assertThat(rate.met()).isNull();
        assertThat(rate.untested()).isEqualTo("The steady state was not reached.");
        assertThat(result("errors < 9%").untested()).isEqualTo("Nothing was due.");
    }

    @Test
    void errorLimitIsTestedAfterAMinuteWithoutSuccess() {
        LineTotals none = fixture.line("read");
        assertThat(LimitRule.isShareTested(failingFor(none, 60 * SECOND - 1))).isFalse();
        assertThat(LimitRule.isShareTested(failingFor(none, 60 * SECOND))).isTrue();
    }

    private static LineTotals failingFor(LineTotals line, long nanos) {
        return new LineTotals(line.name(), line.kind(), line.totals(), nanos);
    }

    @Test
    void timeLimitReportsTheHarnessLag() {
        add(counts(1, 0, 0, 0, 0), 3 * MILLI);
        TimeTotals late = TestIntervals.ranked(histogram(MILLI), 0, MILLI, MILLI, MILLI, 0, 0);
        HarnessLag lag = new HarnessLag(late, late, false);
        LimitResult kept = LimitRule.evaluate(QosLimit.parse("max < 4ms"), fixture.line("read"), lag);
        assertThat(kept.lagMs()).isEqualTo(1);
        assertThat(kept.isHidden()).isFalse();
        assertThat(LimitRule.evaluate(QosLimit.parse("max < 0.5ms"), fixture.line("read"), lag)
                        .isHidden())
                .isFalse();
        add(counts(0, 0, 0, 1, 0));
        assertThat(LimitRule.evaluate(QosLimit.parse("max < 0.5ms"), fixture.line("read"), lag)
                        .met())
                .isFalse();
    }

    private List<Reason> reasons(String limit, long lagNanos) {
        TimeTotals late = TestIntervals.ranked(histogram(lagNanos), 0, lagNanos, lagNanos, lagNanos, 0, 0);
        LimitResult result =
                LimitRule.evaluate(QosLimit.parse(limit), fixture.line("read"), new HarnessLag(late, late, false));
        List<Reason> reasons = new ArrayList<>();
        LineResult limited = LineResult.of(fixture.line("read"), HarnessLag.NONE, null, List.of(result));
        LimitRule.addReasons(Scope.operation(1, "cache", "read"), limited, reasons);
        return reasons;
    }

    @Test
    void missedLimitReportsTheShareOfHarnessLag() {
        add(counts(1, 0, 0, 0, 0), 10 * MILLI);
        assertThat(reasons("max < 11ms", MILLI)).isEmpty();
        assertThat(reasons("max < 9ms", MILLI)).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.LIMIT);
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.value()).isEqualTo(10);
            assertThat(reason.bound()).isEqualTo(9);
            assertThat(reason.message())
                    .contains("max is 10 ms; the limit is < 9 ms.")
                    .doesNotContain("lag");
        });
        assertThat(reasons("max < 9ms", 2 * MILLI).getFirst().message())
                .contains("Up to 2 ms of it may be the harness's own lag, without which it would be met.");
        assertThat(reasons("max < 7ms", 2 * MILLI).getFirst().message()).contains("would be missed too.");
    }

    /** The time and the bound are both 500 ms when rounded to three digits. */
    @Test
    void printedValueAgreesWithTheLimitOutcome() {
        add(counts(1, 0, 0, 0, 0), 500_300_000);
        assertThat(reasons("max <= 500ms", 1_000).getFirst().message())
                .contains("max is 500.3 ms; the limit is <= 500 ms.");
        assertThat(reasons("max < 499.8ms", 1_000).getFirst().message())
                .contains("max is 500 ms; the limit is < 499.8 ms.");
        assertThat(result("max < 500.4ms").valueText("")).isEqualTo("500 ms");
        assertThat(result("max > 500ms").valueText("")).isEqualTo("500.3 ms");
    }

    @Test
    void limitBelowTheHarnessLagMakesTheRunInvalid() {
        add(counts(1, 0, 0, 0, 0), 2 * MILLI);
        assertThat(reasons("max < 1ms", 2 * MILLI)).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.HIDDEN_LIMIT);
            assertThat(reason.severity()).isEqualTo(Severity.INVALID);
            assertThat(reason.message()).contains("its own lag alone has a max of 2 ms");
        });
    }

    @Test
    void missedLimitCountsTimeoutsAbandonedAndDropped() {
        add(new LineInterval.Counts(9, 1, 0, 2, 3, 1, 1, 6, 50 * MILLI), MILLI);
        assertThat(reasons("p99 < 9ms", 1_000).getFirst().message())
                .contains("p99 is at least 50 ms")
                .contains("2 timed out, 3 abandoned, 1 dropped. Find out why");
    }
}
