// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.GoldenFile;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Optional parts of documents are written without change, and read back. */
class DocumentBytesTest {
    @TempDir
    Path runs;

    /** Optional figures: CPU, backlog, values beyond the range, levels. */
    @Test
    void optionalFiguresOfAnIntervalAreReadBack() throws Exception {
        WorkloadInterval sample =
                Samples.snapshot(new Random(4), "local", 2, false).workloads().getFirst();
        Times beyond = new Times(new Histogram(1_000, 3_600_000_000_000L, 3), 9_000_000_000_000L, 1, 2, 1);
        WorkloadInterval bounded = new WorkloadInterval(
                1,
                "mail",
                sample.lines(),
                List.of(new LagInterval(PhaseWindow.steadyPart(2), null, beyond, null)),
                new WorkloadInterval.Levels(1, 2, 3, 4, 5),
                new ScheduleInterval(List.of(), new ScheduleInterval.Flow(1, 2, 3, 4, 5, null)),
                Map.of(),
                Map.of("level", 2.0, "unknown", Double.NaN));
        WorkloadInterval unknown = sample.with(ScheduleInterval.UNKNOWN);
        IntervalSnapshot snapshot = new IntervalSnapshot(
                "local",
                0,
                0,
                Samples.SECOND,
                false,
                List.of(bounded, unknown),
                Samples.snapshot(new Random(4), "local", 2, false).health());
        try (RunFixture run = new RunFixture(runs)) {
            run.writer.interval(snapshot, Delivery.ON_TIME);
            StoredRun stored = run.read();
            String text = GoldenFormatTest.printed(out -> IntervalExport.json(stored, out));
            assertThat(text).isEqualTo(GoldenFile.text(DocumentBytesTest.class, "intervals-with-every-figure.ndjson"));
            List<StoredInterval> all = new ArrayList<>();
            stored.forEachInterval(all::add);
            StoredInterval read = all.getFirst();
            assertThat(read.state()).isEqualTo(Delivery.ON_TIME);
            assertThat(read.health()).isEqualTo(snapshot.health());
            assertThat(read.workloads().getFirst().levels()).isEqualTo(bounded.levels());
            assertThat(read.workloads().getFirst().schedule()).isEqualTo(bounded.schedule());
            assertThat(read.workloads().getFirst().gauges()).isEqualTo(bounded.gauges());
            assertThat(read.workloads().getLast().levels().countsBacklog()).isFalse();
            assertThat(read.workloads().getLast().schedule()).isEqualTo(ScheduleInterval.UNKNOWN);
        }
    }
}
