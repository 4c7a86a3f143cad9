// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.line;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.TestFigures;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult.BacklogResult;
import org.plateaubench.measure.interval.LineInterval;

/** The bounds beyond which the SUT counts as overloaded (measurement rule M15). */
final class OverloadBoundsTest {
    private final TestFigures fixture = new TestFigures();

    private void open() {
        fixture.load = new Load.Open(40, Load.Arrival.POISSON, 8, 1, 64, 500);
    }

    private List<Reason> reasons(AuditResult... audits) {
        List<Reason> reasons = new ArrayList<>();
        OverloadRule.apply(fixture.figures(), List.of(audits), reasons);
        return reasons;
    }

    private boolean isOverloaded() {
        return OverloadRule.isOverloaded(fixture.figures(), false);
    }

    private static LineInterval.Counts lost(long abandoned, long dropped) {
        return new LineInterval.Counts(abandoned, 0, 0, 0, abandoned, dropped, 0, 0, 0);
    }

    @Test
    void queueMoreThanHalfFullIsAnOverload() {
        open();
        fixture.add(second(3).levels(8, 8, 250, 0));
        assertThat(reasons()).isEmpty();
        assertThat(isOverloaded()).isFalse();
        fixture.add(second(4).levels(8, 8, 251, 0));
        assertThat(isOverloaded()).isTrue();
        assertThat(reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.value()).isEqualTo(251);
            assertThat(reason.bound()).isEqualTo(250);
            assertThat(reason.unit()).isEqualTo("waiting");
            assertThat(reason.message()).contains("The SUT does not sustain this rate");
        });
    }

    @Test
    void singleDroppedArrivalIsAnOverload() {
        open();
        assertThat(isOverloaded()).isFalse();
        fixture.add(second(3).with(line("read", LineInterval.Kind.OPERATION, lost(0, 1))));
        assertThat(isOverloaded()).isTrue();
        assertThat(reasons())
                .singleElement()
                .satisfies(reason -> assertThat(reason.value()).isEqualTo(1));
    }

    @Test
    void droppedArrivalIsCountedOnce() {
        open();
        fixture.add(second(3)
                .with(
                        line("read", LineInterval.Kind.OPERATION, lost(0, 2)),
                        line("write", LineInterval.Kind.OPERATION, lost(0, 1)),
                        line("order", LineInterval.Kind.UNIT, lost(0, 5))));
        assertThat(reasons().getFirst().value()).isEqualTo(5);
        fixture.add(second(4).with(line("write", LineInterval.Kind.OPERATION, lost(0, 3))));
        assertThat(reasons().getFirst().value()).isEqualTo(6);
    }

    private static AuditResult audit(AuditOrRule rule, AuditResult.State state) {
        return new AuditResult(rule, state, Scope.RUN, 2.0, 1.0, "", false, false, "Message.");
    }

    @Test
    void overloadIsInvalidWhenTheHarnessWasLate() {
        open();
        fixture.add(second(3).with(line("read", LineInterval.Kind.OPERATION, lost(0, 1))));
        AuditResult late = audit(AuditOrRule.DISPATCH_LAG, AuditResult.State.VIOLATED);
        assertThat(reasons(late)).singleElement().satisfies(reason -> {
            assertThat(reason.severity()).isEqualTo(Severity.INVALID);
            assertThat(reason.message()).contains("The harness did not keep up either");
        });
        assertThat(reasons(audit(AuditOrRule.DISPATCH_LAG, AuditResult.State.OK)))
                .extracting(Reason::severity)
                .containsExactly(Severity.FAIL);
        assertThat(reasons(audit(AuditOrRule.MIX, AuditResult.State.VIOLATED)))
                .extracting(Reason::severity)
                .containsExactly(Severity.FAIL);
    }

    @Test
    void backlogAboveItsBoundIsAnOverload() {
        fixture.load = new Load.Closed(8, 1, List.of(), 2.5);
        fixture.add(second(3).backlog(20));
        assertThat(reasons()).isEmpty();
        assertThat(isOverloaded()).isFalse();
        fixture.add(second(4).backlog(21));
        assertThat(isOverloaded()).isTrue();
        assertThat(reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.value()).isEqualTo(21);
            assertThat(reason.bound()).isEqualTo(20);
            assertThat(reason.message()).contains("21 units were due but had not ended 5 s after the start of ramp-up");
        });
    }

    @Test
    void backlogWithoutABoundIsNotAnOverload() {
        fixture.add(second(3).backlog(1_000));
        assertThat(reasons()).isEmpty();
        assertThat(isOverloaded()).isFalse();
        assertThat(BacklogResult.of(fixture.figures())).isNull();
    }

    @Test
    void abandonedOperationsAboveOnePercentAreAnOverload() {
        fixture.add(second(3).with(line("read", LineInterval.Kind.OPERATION, ok(99))));
        fixture.add(second(4).with(line("read", LineInterval.Kind.OPERATION, lost(1, 0))));
        assertThat(OverloadRule.isOverloaded(fixture.figures(), true)).isFalse();
        fixture.add(second(5).with(line("read", LineInterval.Kind.OPERATION, lost(1, 0))));
        assertThat(OverloadRule.isOverloaded(fixture.figures(), true)).isTrue();
        assertThat(OverloadRule.isOverloaded(fixture.figures(), false)).isFalse();
    }
}
