// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.IntervalAggregator;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.wire.TelemetrySample;

/** If its writer is killed at any instant and agents deliver everything again, a run has each record once. */
final class ResumedRecordsTest {
    private static final List<String> AGENTS = List.of("load1", "load2");
    private static final int LENGTH = 5;

    @TempDir
    private Path runs;

    private final List<IntervalSnapshot> all = snapshots();

    private static List<IntervalSnapshot> snapshots() {
        Random random = new Random(20);
        List<IntervalSnapshot> snapshots = new ArrayList<>();
        for (int sequence = 0; sequence < LENGTH; sequence++) {
            for (String agent : AGENTS) {
                snapshots.add(Samples.snapshot(random, agent, sequence, sequence == LENGTH - 1));
            }
        }
        return snapshots;
    }

    @Test
    void killedWriterResumesWithEveryIntervalOnce() throws Exception {
        Random chance = new Random(66);
        List<StoredInterval> truth = killedAfter(all.size(), 0);
        for (int round = 0; round < 20; round++) {
            int stored = chance.nextInt(all.size());
            assertThat(killedAfter(stored, chance.nextDouble()))
                    .as("killed after " + stored)
                    .isEqualTo(truth);
        }
    }

    /** Stores some intervals and a share of the bytes of the next; then everything is delivered again. */
    private List<StoredInterval> killedAfter(int stored, double share) throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            Path file = run.folder.file(StoredFile.INTERVALS);
            for (IntervalSnapshot snapshot : all.subList(0, stored)) {
                run.writer.interval(snapshot, Delivery.ON_TIME);
            }
            long before = Files.size(file);
            if (stored < all.size()) {
                run.writer.interval(all.get(stored), Delivery.ON_TIME);
                cut(file, before, share);
            }
            StoredRun killed = run.read();
            try (RunWriter writer = RunWriter.resume(run.folder, run.clock, RunFixture.START)) {
                ResumedRecords records = new ResumedRecords(killed, writer);
                IntervalAggregator intervals =
                        new IntervalAggregator(AGENTS, Samples.SECOND, 0, records, RunObserver.NONE);
                List<IntervalSnapshot> delivered = new ArrayList<>(all);
                delivered.addAll(all);
                Collections.shuffle(delivered, new Random(stored));
                delivered.forEach(intervals::accept);
                intervals.finish(records.endNanos());
            }
            StoredRun resumed = run.read();
            assertThat(resumed.damage()).as("killed after " + stored).isEmpty();
            assertThat(resumed.intervals()).hasSize(all.size()).noneMatch(each -> each.state() == Delivery.MISSING);
            List<StoredInterval> read = new ArrayList<>();
            // Only the delivery depends on the instant at which the writer was killed.
            resumed.forEachInterval(each -> read.add(new StoredInterval(
                    each.agent(),
                    each.sequence(),
                    each.startNanos(),
                    each.endNanos(),
                    Delivery.LATE,
                    each.last(),
                    each.workloads(),
                    each.health())));
            return read;
        }
    }

    private static void cut(Path file, long from, double share) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        long more = (long) (share * (bytes.length - from));
        Files.write(file, Arrays.copyOf(bytes, (int) (from + more)));
    }

    @Test
    void intervalThatNeverArrivesIsMissing() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            ResumedRecords records = new ResumedRecords(run.read(), run.writer);
            IntervalAggregator intervals = new IntervalAggregator(AGENTS, Samples.SECOND, 0, records, RunObserver.NONE);
            all.stream()
                    .filter(each -> each.agent().equals("load1") || each.sequence() == 1)
                    .forEach(intervals::accept);
            intervals.finish(records.endNanos());
            assertThat(intervals.isComplete("load1")).isTrue();
            assertThat(intervals.isComplete("load2")).isFalse();
            assertThat(run.read().intervals())
                    .filteredOn(each -> each.state() == Delivery.MISSING)
                    .extracting(each -> each.agent() + each.sequence())
                    .containsExactly("load20", "load22", "load23", "load24");
        }
    }

    @Test
    void eventsTelemetryAndErrorsAreAddedOnce() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            for (int times = 0; times < 2; times++) {
                ResumedRecords records = new ResumedRecords(run.read(), run.writer);
                IntervalAggregator intervals =
                        new IntervalAggregator(AGENTS, Samples.SECOND, 0, records, RunObserver.NONE);
                for (int delivery = 0; delivery < 2; delivery++) {
                    records.eventAt(5, EventType.FAULT, "1/store", "It broke.");
                    records.telemetry(List.of(new TelemetrySample(7, "agent/load1", "cpu", 0.5, "share", false)));
                    intervals.addErrors("load1", "1/store", List.of(error(3)));
                    intervals.addErrors("load2", "1/store", List.of(error(4)));
                }
            }
            StoredRun read = run.read();
            assertThat(read.events())
                    .singleElement()
                    .satisfies(event -> assertThat(event.runNanos()).isEqualTo(5));
            assertThat(read.telemetry()).hasSize(1);
            assertThat(read.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.count()).isEqualTo(7));
        }
    }

    private static DistinctErrors.Entry error(long count) {
        return new DistinctErrors.Entry("purchase", "timeout", "no answer", count, 1, 2);
    }
}
