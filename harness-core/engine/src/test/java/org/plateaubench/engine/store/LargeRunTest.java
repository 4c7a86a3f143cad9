// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.report.HtmlReport;
import org.plateaubench.engine.report.OpenedReport;

/** The size of a run of many tiles on disk. An hour of 17 tiles has 360 such intervals, 17 / 5 times as large. */
class LargeRunTest {
    private static final int TILES = 5;
    private static final int INTERVALS = 6;
    private static final int LINES = TILES * 4 * 7;

    @TempDir
    Path folder;

    @Test
    void runOfManyTilesIsSmallAndReadable() throws Exception {
        StoredRun run = new LargeRun(
                        folder.resolve("run"), TILES, Duration.ofSeconds(10L * (INTERVALS - 2)), Duration.ofSeconds(10))
                .write();

        assertThat(run.damage()).isEmpty();
        assertThat(run.intervals()).hasSize(INTERVALS);
        // A line is an operation with its response and service times; measured are 999 bytes.
        assertThat(bytesPerLine(run, StoredFile.INTERVALS)).isLessThan(999);
        Judgement judgement = Judge.judge(run);
        assertThat(judgement.workloads()).hasSize(TILES * 4);
        assertThat(judgement.aggregates()).hasSize(4);
        String report = HtmlReport.of(run, judgement, List.of());
        assertThat(report.length()).isLessThan(1_500_000);
        assertThat(OpenedReport.text(run))
                .contains("store, all 5 tiles", "5 tiles, each by itself", "Scored periods", "Periods of every tile");
    }

    /**
     * CPU time to judge and to report an hour of 17 tiles with intervals of a second. Without other load, it is 5 s and
     * 6 s; the bounds allow for a busy machine and a JVM without an AOT cache.
     */
    @Test
    @Tag("slow")
    void hourOfManyTilesIsJudgedAndReportedQuickly() throws Exception {
        new LargeRun(folder.resolve("hour"), 17, Duration.ofHours(1), Duration.ofSeconds(1)).write();
        long start = cpuNanos();
        StoredRun run = RunReader.read(folder.resolve("hour"));
        Judgement judgement = Judge.judge(run);
        long judged = cpuNanos();
        String report = HtmlReport.of(run, judgement, List.of());
        long reported = cpuNanos();
        System.out.printf(
                Locale.ROOT,
                "judged in %.1f s, reported in %.1f s more; %d MB of intervals, %d kB of report%n",
                (judged - start) / 1e9,
                (reported - judged) / 1e9,
                Files.size(StoredFile.INTERVALS.in(run.folder())) >> 20,
                report.length() >> 10);
        assertThat(run.intervals()).hasSize(3_602);
        assertThat(judged - start).isLessThan(Duration.ofSeconds(20).toNanos());
        assertThat(reported - judged).isLessThan(Duration.ofSeconds(20).toNanos());
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static long bytesPerLine(StoredRun run, StoredFile file) throws Exception {
        return Files.size(file.in(run.folder())) / INTERVALS / LINES;
    }
}
