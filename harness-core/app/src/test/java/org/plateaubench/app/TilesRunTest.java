// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.PeriodResult;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.engine.store.record.StoredInterval;

/** A run of four tiles, each with a SUT of its own, staggered, with two scored periods. */
class TilesRunTest {
    @TempDir
    Path folder;

    @Test
    void everyTileHasItsOwnSutStartAndResultAndThePeriodsAddUp() throws Exception {
        AppFixture fixture = new AppFixture(folder);
        FinishedRun finished = fixture.run(
                "tiles={count: 4, start: staggered, every: 1s}",
                "phases.rampUp=3500ms",
                "phases.steady=2s",
                "periods={count: 2}");
        assertThat(finished.end()).isEqualTo(new RunEnd(RunEnd.Status.COMPLETED, List.of()));
        StoredRun run = fixture.read(finished);
        assertThat(run.damage()).isEmpty();
        assertThat(run.events().stream().filter(event -> event.type().equals("sut-started")))
                .extracting(RunEvent::scope)
                .containsExactlyInAnyOrder("sut/1/store", "sut/2/store", "sut/3/store", "sut/4/store");

        // At the end of the first interval the first tile has users, and the third does not start before the third.
        StoredInterval first = run.intervals().getFirst();
        assertThat(users(first, 1)).isPositive();
        assertThat(users(first, 3)).isZero();
        assertThat(users(run.intervals().getLast(), 4) + users(run.intervals().get(4), 4))
                .isPositive();

        Judgement judgement = Judge.judge(run);
        assertThat(judgement.workloads()).extracting(WorkloadResult::tile).containsExactly(1, 2, 3, 4);
        long whole = judgement.aggregates().getFirst().all().counts().ok();
        assertThat(judgement.workloads().stream()
                        .mapToLong(workload -> workload.all().counts().ok()))
                .allMatch(ok -> ok > 0)
                .satisfies(each -> assertThat(
                                each.stream().mapToLong(Long::longValue).sum())
                        .isEqualTo(whole));
        assertThat(judgement.periods()).extracting(PeriodResult::name).containsExactly("p1", "p2");
        assertThat(judgement.periods().stream()
                        .mapToLong(period ->
                                period.aggregates().getFirst().all().counts().ok())
                        .sum())
                .isEqualTo(whole);
        assertThat(Files.readString(finished.folder().path().resolve("intervals.hlog")))
                .contains("Tag=4/puts/put/response/ok/steady-1,", "Tag=4/puts/put/response/ok/steady-2,");
    }

    private static int users(StoredInterval interval, int tile) {
        return interval.workloads().stream()
                .filter(workload -> workload.tile() == tile)
                .mapToInt(workload -> workload.levels().liveUsers())
                .findFirst()
                .orElse(0);
    }
}
