// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.report.HtmlReport;
import org.plateaubench.engine.report.OpenedReport;

/** What a run of many tiles takes on disk, per interval: an hour of 17 tiles is 360 of these times 17 / 5. */
class LargeRunTest {
    private static final int TILES = 5;
    private static final int INTERVALS = 6;
    private static final int LINES = TILES * 4 * 7;

    @TempDir
    Path folder;

    @Test
    void whatIsStoredOfManyTilesIsSmallWholeAndReadable() throws Exception {
        StoredRun run = new LargeRun(
                        folder.resolve("run"), TILES, Duration.ofSeconds(10L * (INTERVALS - 2)), Duration.ofSeconds(10))
                .write();

        assertThat(run.damage()).isEmpty();
        assertThat(run.intervals()).hasSize(INTERVALS);
        // A line is an operation with its response and service times; measured are 936 and 555 bytes.
        assertThat(bytesPerLine(run, StoredFile.HISTOGRAMS)).isLessThan(1_000);
        assertThat(bytesPerLine(run, StoredFile.INTERVALS)).isLessThan(600);
        Judgement judgement = Judge.judge(run);
        assertThat(judgement.workloads()).hasSize(TILES * 4);
        assertThat(judgement.aggregates()).hasSize(4);
        String report = HtmlReport.of(run, judgement, List.of());
        assertThat(report.length()).isLessThan(1_500_000);
        assertThat(OpenedReport.text(run))
                .contains("store, all 5 tiles", "tile by tile", "Scored periods", "Periods of every tile");
    }

    private static long bytesPerLine(StoredRun run, StoredFile file) throws Exception {
        return Files.size(file.in(run.folder())) / INTERVALS / LINES;
    }
}
