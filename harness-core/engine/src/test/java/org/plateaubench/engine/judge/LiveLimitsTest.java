// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.LiveLimits.LimitStatus;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunTail;

/** The limits of a running run are those that the judge would find if the steady state ended now. */
final class LiveLimitsTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    private record Course(List<LiveLimits.Snapshot> boards, Judgement judgement) {}

    /** Reads of 10 ms, each tenth of 60 ms; each fifth write fails. */
    private Course driven() throws IOException {
        plan.limits.put("read", List.of("p95 < 50ms", "p50 < 20ms", "rate > 100/s", "max < 1s"));
        plan.limits.put("write", List.of("errors < 25%"));
        RunPlan built = plan.simple().build();
        TestRun run = new TestRun(folder, built);
        RunTail tail = new RunTail(RunFolder.of(folder));
        LiveLimits board = new LiveLimits(built);
        List<LiveLimits.Snapshot> boards = new ArrayList<>();
        run.drive(start -> {
            boards.add(now(tail, board));
            for (int i = 0; i < 40; i++) {
                long at = start + 20L * i * MILLI;
                run.ok(CACHE, "read", at, i % 10 == 0 ? 60 * MILLI : 10 * MILLI, MILLI / 10);
                if (i % 5 == 0) {
                    run.error(CACHE, "write", at, MILLI, "refused", "refused");
                } else {
                    run.ok(CACHE, "write", at, MILLI, 0);
                }
            }
        });
        run.end("completed");
        boards.add(now(tail, board));
        return new Course(boards, Judge.judge(run.read()));
    }

    private static LiveLimits.Snapshot now(RunTail tail, LiveLimits board) {
        try {
            tail.read(board);
            return board.now();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static LimitStatus limit(LiveLimits.Snapshot board, String operation, String metric) {
        return board.workloads().getFirst().limits().stream()
                .filter(one -> one.operation().equals(operation)
                        && one.limit().limit().metricName().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void finalBoardEqualsTheJudgement() throws IOException {
        Course course = driven();
        LiveLimits.Snapshot last = course.boards().getLast();
        List<LimitResult> judged = course.judgement().workloads().getFirst().lines().stream()
                .flatMap(line -> line.limits().stream())
                .toList();
        assertThat(last.workloads().getFirst().limits())
                .extracting(LimitStatus::limit)
                .hasSize(5)
                .containsExactlyElementsOf(judged);
        assertThat(last.workloads().getFirst().metric())
                .isEqualTo(course.judgement().workloads().getFirst().metric());
        assertThat(last.seconds()).isEqualTo(10);
    }

    @Test
    void rampUpIsNotOnTheBoard() throws IOException {
        Course course = driven();
        assertThat(course.boards().get(2).workloads()).isEmpty();
        LiveLimits.Snapshot first = course.boards().get(3);
        assertThat(first.seconds()).isEqualTo(1);
        assertThat(first.plannedSeconds()).isEqualTo(10);
        assertThat(limit(first, "read", "p95").samples()).isEqualTo(40);
    }

    @Test
    void missedLimitHasANegativeMargin() throws IOException {
        LimitStatus slow = limit(driven().boards().get(7), "read", "p95");
        assertThat(slow.limit().met()).isFalse();
        assertThat(slow.marginPercent()).isBetween(-21.0, -19.0);
        assertThat(slow.samples()).isEqualTo(200);
        assertThat(slow.samplesMissing()).as("ten of 200 are above a p95").isZero();
    }

    @Test
    void errorAndRateLimitsHaveMargins() throws IOException {
        LiveLimits.Snapshot board = driven().boards().get(4);
        LimitStatus errors = limit(board, "write", "errors");
        assertThat(errors.limit().met()).isTrue();
        assertThat(errors.marginPercent()).isEqualTo(20);
        assertThat(limit(board, "read", "p95").samplesMissing()).isEqualTo(120);
        LimitStatus rate = limit(board, "read", "rate");
        assertThat(rate.limit().met()).isFalse();
        assertThat(rate.marginPercent()).isEqualTo(-60);
        assertThat(board.workloads().getFirst().metric()).isNotNull();
    }
}
