// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.JUnitReport;
import org.plateaubench.engine.report.OpenedReport;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.LineInterval;

/** Limits on durations that a driver observes in addition to its operations, such as the delivery of a mail (M12, M15). */
final class SeriesLimitsTest {
    private static final String CACHE = "1/cache";
    private static final String DELIVERY = "delivery";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    @BeforeEach
    void setLimits() {
        limits("p95 < 5s", "max < 60s", "errors < 1%");
    }

    private void limits(String... limits) {
        plan.series = List.of(MeasureDefinition.series(DELIVERY, "Time from sending to delivery.")
                .withLimits(Arrays.stream(limits).map(QosLimit::parse).toArray(QosLimit[]::new)));
    }

    /** A run in which every second brings 50 operations of each kind and 20 deliveries. */
    private StoredRun run(long deliveryMillis, Consumer<TestRun> more) {
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            for (int i = 0; i < 50; i++) {
                run.ok(CACHE, "read", start + i * 10L * MILLI, 4 * MILLI, MILLI / 10);
                run.ok(CACHE, "write", start + i * 10L * MILLI, 4 * MILLI, MILLI / 10);
            }
            for (int i = 0; i < 20; i++) {
                run.ok(CACHE, DELIVERY, start, deliveryMillis * MILLI, 0);
            }
            if (start == 5 * SECOND) {
                more.accept(run);
            }
        });
        run.end("completed");
        return run.read();
    }

    private static LineResult delivery(Judgement judgement) {
        LineResult line = judgement.workloads().getFirst().lines().getLast();
        assertThat(line.name()).isEqualTo(DELIVERY);
        assertThat(line.kind()).isEqualTo(LineInterval.Kind.SERIES);
        return line;
    }

    @Test
    void seriesWithinItsLimitsPasses() {
        Judgement judgement = Judge.judge(run(300, run -> {}));
        assertThat(judgement.reasons()).isEmpty();
        assertThat(delivery(judgement).limits()).extracting(LimitResult::met).containsExactly(true, true, true);
        assertThat(delivery(judgement).number(OperationColumns.P95)).isNotNull();
        // A series is not an operation: the figures of all operations exclude it.
        assertThat(judgement.workloads().getFirst().all().count(OperationColumns.OK))
                .isEqualTo(1_000);
    }

    @Test
    void seriesThatMissesALimitFailsInEveryReport() {
        StoredRun stored = run(6_000, run -> {});
        Judgement judgement = Judge.judge(stored);
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.LIMIT);
            assertThat(reason.scope()).isEqualTo(Scope.operation(1, "cache", DELIVERY));
            assertThat(reason.bound()).isEqualTo(5_000);
        });
        assertThat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN)).contains(DELIVERY);
        assertThat(OpenedReport.text(stored)).contains(DELIVERY + " series");
        assertThat(JUnitReport.of(judgement)).contains("1/cache/delivery: p95 &lt; 5000ms");
    }

    @Test
    void m12TimeoutsRankAboveMeasuredTimes() {
        Judgement judgement = Judge.judge(run(300, run -> {
            for (int i = 0; i < 5; i++) {
                run.error(CACHE, DELIVERY, 5 * SECOND, 4 * SECOND, "timeout", "never seen");
            }
        }));
        LineResult delivery = delivery(judgement);
        assertThat(delivery.limits()).extracting(LimitResult::met).containsExactly(true, false, false);
        assertThat(delivery.limits().get(1).lowerBound()).isTrue();
    }

    @Test
    void seriesErrorsAreNotCountedInTimes() {
        Judgement judgement = Judge.judge(run(300, run -> {
            for (int i = 0; i < 5; i++) {
                run.error(CACHE, DELIVERY, 5 * SECOND, 40 * SECOND, "bounced", "no such mailbox");
            }
        }));
        LineResult delivery = delivery(judgement);
        assertThat(delivery.limits()).extracting(LimitResult::met).containsExactly(true, true, false);
        assertThat(delivery.errorsByClass()).containsEntry("bounced", 5L);
        assertThat(judgement.reasons()).extracting(Reason::unit).containsExactly("%");
    }
}
