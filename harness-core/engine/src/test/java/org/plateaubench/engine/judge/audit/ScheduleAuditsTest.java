// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.audit.ScheduleAudits.PerformedAudit;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.ScheduleFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.Edges;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;

/**
 * Draws of a schedule compared with its plan, on exact figures (measurement rules M18 and M19). The orders of the store
 * are a sign-in (cells 1 to 6), one to five browses (7 to 12, repetitions 13 to 17) and a purchase; the cells of its
 * operations are 18 (login), 19 (newCustomer), 20 to 22 (browses) and 23 (purchase). Reads and writes of the cache are
 * units of one operation.
 */
final class ScheduleAuditsTest {
    private static final int USERS = 16;
    private static final ScheduleInterval.Gaps NO_GAPS = new ScheduleInterval.Gaps(0, 0, 0);

    private final Map<Integer, Long> choices = new HashMap<>();
    private final Map<Integer, Long> gapNanos = new HashMap<>();
    private final Map<String, LineInterval.Counts> performed = new HashMap<>();
    private boolean known = true;

    private WorkloadFigures figures(PlannedWorkload planned) {
        TimeTotals none = new TimeTotals();
        ScheduleFigures.Flow flow = new ScheduleFigures.Flow(0, 0, 0, 0, 0, 0, 0, 0, 0, null);
        return new WorkloadFigures(
                planned,
                Extent.steady(null),
                List.of(),
                LineTotals.sum("all", LineInterval.Kind.OPERATION, List.of()),
                Map.of(),
                null,
                new Edges(0, 0, 0),
                null,
                none,
                none,
                none,
                new ScheduleFigures(known, choices, choices, gapNanos, NO_GAPS, flow, performed, Map.of()));
    }

    private WorkloadFigures store() {
        return figures(new TestPlan().store(1).build().workloads().getFirst());
    }

    private WorkloadFigures cache() {
        return figures(new TestPlan().simple().build().workloads().getFirst());
    }

    private WorkloadFigures arriving() {
        Load open = new Load.Open(10, Load.Arrival.REGULAR, 8, 1, 1, 100);
        return figures(new TestPlan().simple(1, open).build().workloads().getFirst());
    }

    /** Sets how often an operation was drawn, issued, successful and abandoned. */
    private void operation(String name, int cell, long drawn, long issued, long ok, long abandoned) {
        choices.put(cell, drawn);
        performed.put(name, new LineInterval.Counts(issued, ok, 0, 0, abandoned, 0, ok, 0, 0));
    }

    private void performHundredOrders() {
        choices.put(0, 100L);
        operation("login", 18, 80, 80, 80, 0);
        operation("newCustomer", 19, 20, 20, 20, 0);
        operation("browseCategory", 20, 100, 100, 100, 0);
        operation("browseActor", 21, 100, 100, 100, 0);
        operation("browseTitle", 22, 100, 100, 100, 0);
        operation("purchase", 23, 100, 100, 100, 0);
    }

    @Test
    void m18DrawnIssuedAndEndedOperationsAddUp() {
        performHundredOrders();
        AuditResult audit = PerformedAudit.of(store(), true);
        assertThat(audit.state()).isEqualTo(AuditResult.State.OK);
        assertThat(audit.value()).isZero();
        assertThat(audit.message()).startsWith("Every operation drawn was issued");
        performed.put("login", new LineInterval.Counts(80, 50, 20, 10, 0, 0, 50, 0, 0));
        assertThat(PerformedAudit.of(store(), true).state()).isEqualTo(AuditResult.State.OK);
        assertThat(PerformedAudit.of(store(), false).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        known = false;
        assertThat(PerformedAudit.of(store(), true).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    /** A purchase is drawn once in each order, a browse up to five times; each of 16 users may be interrupted between two. */
    @ParameterizedTest
    @CsvSource({
        "purchase, 23, 99, 99, 99, 0, 1",
        "purchase, 23, 103, 103, 103, 0, 3",
        "browseActor, 21, 500, 500, 500, 0, 0",
        "browseActor, 21, 502, 502, 502, 0, 2",
        "purchase, 23, 100, 100, 98, 2, 0",
        "purchase, 23, 100, 100, 97, 1, 2",
        "purchase, 23, 100, 100, 104, 0, 4",
        "purchase, 23, 100, 84, 84, 0, 0",
        "purchase, 23, 100, 81, 81, 0, 3",
        "purchase, 23, 100, 105, 105, 0, 5",
        "browseActor, 21, 100, 20, 20, 0, 0",
        "browseActor, 21, 100, 18, 18, 0, 2",
        "login, 18, 101, 101, 101, 0, 1"
    })
    void m18MissingOperationsAreCounted(
            String name, int cell, long drawn, long issued, long ok, long abandoned, long missing) {
        performHundredOrders();
        operation(name, cell, drawn, issued, ok, abandoned);
        AuditResult audit = PerformedAudit.of(store(), true);
        assertThat(audit.value()).isEqualTo((double) missing);
        assertThat(audit.state()).isEqualTo(missing == 0 ? AuditResult.State.OK : AuditResult.State.VIOLATED);
        assertThat(missing == 0 || audit.message().contains(missing + " operations '" + name + "' were drawn"))
                .as(audit.message())
                .isTrue();
    }

    /** If an operation is abandoned or dropped, the rest of its unit is not counted as missing. */
    @Test
    void m18AbandonedOperationExcusesTheRestOfTheUnit() {
        performHundredOrders();
        operation("browseTitle", 22, 100, 100, 98, 2);
        performed.put("login", new LineInterval.Counts(80, 80, 0, 0, 0, 3, 80, 0, 0));
        operation("purchase", 23, 100, 100 - USERS - 5, 100 - USERS - 5, 0);
        assertThat(PerformedAudit.of(store(), true).state()).isEqualTo(AuditResult.State.OK);
        operation("purchase", 23, 100, 100 - USERS - 6, 100 - USERS - 6, 0);
        assertThat(PerformedAudit.of(store(), true).value()).isEqualTo(1);
    }

    @Test
    void m18SingleOperationUnitsAreNeverCutOff() {
        choices.putAll(Map.of(0, 50L, 1, 60L));
        performed.put("read", new LineInterval.Counts(50, 50, 0, 0, 0, 0, 50, 0, 0));
        performed.put("write", new LineInterval.Counts(60, 60, 0, 0, 0, 0, 60, 0, 0));
        assertThat(PerformedAudit.of(cache(), true).state()).isEqualTo(AuditResult.State.OK);
        performed.put("write", new LineInterval.Counts(59, 59, 0, 0, 0, 0, 59, 0, 0));
        assertThat(PerformedAudit.of(cache(), true).value()).isEqualTo(1);
        performed.remove("write");
        assertThat(PerformedAudit.of(cache(), true).value()).isEqualTo(60);
    }

    private static AuditResult mix(WorkloadFigures workload) {
        return MixAudits.of(List.of(workload)).getFirst();
    }

    @Test
    void m18ChoicesNeedTwentyExpectedDraws() {
        choices.putAll(Map.of(0, 10L, 1, 20L));
        assertThat(mix(cache()).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        choices.putAll(Map.of(0, 200L, 1, 200L));
        assertThat(mix(cache()).state()).isEqualTo(AuditResult.State.OK);
        assertThat(mix(cache()).message()).startsWith("The greatest deviation from the plan: of 400 choices");
        choices.putAll(Map.of(0, 100L, 1, 300L));
        assertThat(mix(cache()).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(mix(cache()).value()).isEqualTo(25);
        assertThat(mix(cache()).message()).contains("'read' in 'mix' took 25%, the plan says 50%");
        known = false;
        assertThat(mix(cache()).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    /** There is only one unit, which does not test the draws of its steps. */
    @Test
    void m18FixedUnitsDoNotAffectDrawnSteps() {
        choices.putAll(Map.of(0, 30L, 1, 24L, 2, 6L));
        assertThat(mix(store()).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        choices.putAll(Map.of(0, 300L, 1, 240L, 2, 60L));
        assertThat(mix(store()).state()).isEqualTo(AuditResult.State.OK);
    }

    @Test
    void m15BoundWidensWithTheNumberOfWorkloads() {
        choices.putAll(Map.of(0, 200L, 1, 200L));
        AuditResult alone = MixAudits.of(List.of(cache())).getFirst();
        List<AuditResult> three = MixAudits.of(List.of(cache(), cache(), cache()));
        assertThat(three).hasSize(3);
        assertThat(alone.bound()).isCloseTo(100 * Significance.shareBound(0.5, 400, false, 2), within(1e-6));
        assertThat(three.getFirst().bound()).isCloseTo(100 * Significance.shareBound(0.5, 400, false, 6), within(1e-6));
    }

    @Test
    void m19GapsAreComparedPerUnit() {
        choices.putAll(Map.of(0, 100L, 1, 99L));
        gapNanos.putAll(Map.of(0, 100 * 200_000_000L, 1, 99 * 900_000_000L));
        AuditResult draws = pacing(false).getLast();
        assertThat(draws.rule()).isEqualTo(AuditOrRule.DRAWS);
        assertThat(draws.state()).isEqualTo(AuditResult.State.OK);
        assertThat(draws.message())
                .contains("The greatest deviation from the plan: the mean of 100 gaps drawn after 'read'");
        gapNanos.put(0, 100 * 900_000_000L);
        assertThat(pacing(false).getLast().value()).isCloseTo(350, within(1e-6));
        assertThat(pacing(false).getLast().state()).isEqualTo(AuditResult.State.VIOLATED);
        gapNanos.clear();
        assertThat(pacing(false).getLast().value()).isCloseTo(100, within(1e-6));
        choices.clear();
        assertThat(pacing(false).getLast().state()).isEqualTo(AuditResult.State.NOT_TESTED);
        known = false;
        assertThat(pacing(false)).extracting(AuditResult::state).containsOnly(AuditResult.State.NOT_TESTED);
    }

    private List<AuditResult> pacing(boolean noted) {
        return PacingAudits.of(List.of(cache()), noted);
    }

    @Test
    void m19OnlyLateGapsAreNotedInClassDev() {
        assertThat(pacing(true)).extracting(AuditResult::noted).containsExactly(true, false);
        assertThat(PacingAudits.of(List.of(arriving()), false)).isEmpty();
    }

    @Test
    void m19ArrivalsNeedAHundredExpectedUnits() {
        choices.putAll(Map.of(0, 60L, 1, 40L, 2, 7L, 3, 7L));
        AuditResult all = PacingAudits.arrivals(arriving(), 100.0, 1);
        assertThat(all.value()).isZero();
        assertThat(all.message()).startsWith("100 arrivals were due in the window; the plan has 100");
        assertThat(PacingAudits.arrivals(arriving(), 99.9, 1).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(PacingAudits.arrivals(arriving(), null, 1).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        choices.put(0, 50L);
        AuditResult fewer = PacingAudits.arrivals(arriving(), 100.0, 1);
        assertThat(fewer.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(fewer.message()).contains("The harness did not offer the requested load");
        known = false;
        assertThat(PacingAudits.arrivals(arriving(), 100.0, 1).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }
}
