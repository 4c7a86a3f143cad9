// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.line;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.TestFigures;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;
import org.plateaubench.measure.interval.LineInterval;

/** Checks at their bounds. 8 users read 40 times, with 20 hits, and write 10 times in 10 s. */
final class CheckBoundsTest {
    private Load load = new Load.Closed(8, 1);

    private static CheckDefinition ratio(Term numerator, Term denominator) {
        return CheckDefinition.ratio("made", "Hits per read.", "hits", List.of(numerator), List.of(denominator));
    }

    private CheckResult result(CheckDefinition check) {
        return result(check, 10);
    }

    private CheckResult result(CheckDefinition check, double windowSeconds) {
        return VerificationRule.evaluate(List.of(fixture(check).figures()), windowSeconds)
                .getFirst();
    }

    private TestFigures fixture(CheckDefinition check) {
        TestFigures fixture = new TestFigures();
        fixture.load = load;
        fixture.plan.checks = List.of(check);
        return fixture.add(second(3)
                .counter("hits", 20)
                .with(
                        line("read", LineInterval.Kind.OPERATION, ok(40)),
                        line("write", LineInterval.Kind.OPERATION, ok(10)),
                        line("order", LineInterval.Kind.UNIT, ok(5))));
    }

    private @Nullable Double value(Term numerator, Term denominator) {
        return result(ratio(numerator, denominator)).value();
    }

    @Test
    void termsReadCountersCountsAndTimes() {
        assertThat(value(Term.counter("hits"), Term.completed("read"))).isEqualTo(0.5);
        assertThat(value(Term.completed("*"), Term.one())).isEqualTo(50);
        assertThat(value(Term.completed("order"), Term.one())).isEqualTo(5);
        assertThat(value(Term.userSeconds(), Term.one())).isEqualTo(80);
        assertThat(value(Term.seconds(), Term.one())).isEqualTo(10);
        assertThat(value(Term.counter("none"), Term.one())).isZero();
    }

    @Test
    void boundsAreInclusive() {
        CheckDefinition check = ratio(Term.counter("hits"), Term.completed("read"));
        assertThat(result(check.atLeast(0.5).atMost(0.5)).met()).isTrue();
        assertThat(result(check.atLeast(0.500_001)).met()).isFalse();
        assertThat(result(check.atMost(0.499_999)).met()).isFalse();
        assertThat(result(check).met()).isNull();
    }

    /** Hits are a third of reads and hits, which is slightly more than its rounded value. */
    @Test
    void valueIsComparedBeforeRounding() {
        CheckDefinition check = CheckDefinition.ratio(
                "made",
                "Share.",
                "hits",
                List.of(Term.counter("hits")),
                List.of(Term.completed("read"), Term.counter("hits")));
        assertThat(result(check.atMost(0.333_333)).met()).isFalse();
        assertThat(result(check.atLeast(0.1).atMost(0.333_333)).met()).isFalse();
        assertThat(result(check.atLeast(0.333_333_3).atMost(9)).met()).isTrue();
        assertThat(result(check.atLeast(0.1).atMost(9)).value()).isEqualTo(0.333_333);
    }

    @Test
    void checkWithTooSmallADenominatorIsNotTested() {
        CheckDefinition check =
                ratio(Term.counter("hits"), Term.completed("read")).atMost(0.1);
        assertThat(result(check.neededFrom(40)).met()).isFalse();
        assertThat(result(check.neededFrom(40.5)).met()).isNull();
        assertThat(result(check.neededFrom(40.5)).value()).isEqualTo(0.5);
    }

    @Test
    void checkWithoutADenominatorHasNoValue() {
        CheckDefinition withoutDenominator =
                ratio(Term.counter("hits"), Term.completed("none")).atMost(0.1);
        assertThat(result(withoutDenominator).value()).isNull();
        assertThat(result(ratio(Term.counter("hits"), Term.one()), 0).value()).isNull();
        load = new Load.Open(40, Load.Arrival.POISSON, 8, 1, 64, 500);
        assertThat(value(Term.userSeconds(), Term.one())).isNull();
        assertThat(value(Term.one(), Term.userSeconds())).isNull();
    }

    private Reason reason(CheckDefinition check) {
        TestFigures fixture = fixture(check);
        List<Reason> reasons = new ArrayList<>();
        VerificationRule.addMissedChecks(new ResultBuilder(fixture.window).workload(fixture.figures()), reasons);
        return reasons.getFirst();
    }

    @Test
    void reasonNamesTheMissedBound() {
        CheckDefinition check = ratio(Term.counter("hits"), Term.completed("read"));
        Reason above = reason(check.atLeast(0.1).atMost(0.2));
        assertThat(above.rule()).isEqualTo(AuditOrRule.CHECK);
        assertThat(above.severity()).isEqualTo(Severity.FAIL);
        assertThat(above.value()).isEqualTo(0.5);
        assertThat(above.bound()).isEqualTo(0.2);
        assertThat(above.message())
                .startsWith("1/cache: made is 0.500 hits; allowed is ")
                .contains(" Hits per read. Look at the data");
        assertThat(reason(check.atLeast(0.7).atMost(0.9)).bound()).isEqualTo(0.7);
    }

    @Test
    void printedValueShowsThatTheBoundIsMissed() {
        CheckDefinition half = CheckDefinition.ratio(
                "made", "Without a full stop", "hits", List.of(Term.counter("hits")), List.of(Term.completed("read")));
        assertThat(reason(half.atMost(0.4999)).message())
                .contains("made is 0.500 hits; allowed is <= 0.4999 hits.")
                .contains(" Without a full stop. Look at the data");
        CheckDefinition third = CheckDefinition.ratio(
                "made",
                "Share.",
                "hits",
                List.of(Term.counter("hits")),
                List.of(Term.completed("read"), Term.counter("hits")));
        assertThat(reason(third.atMost(0.33333)).message()).contains("made is 0.333333 hits; allowed is <= 0.33333");
    }
}
