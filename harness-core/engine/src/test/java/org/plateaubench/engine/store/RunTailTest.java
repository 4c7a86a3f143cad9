// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.wire.TelemetrySample;

final class RunTailTest {
    @TempDir
    Path folder;

    /** Collects the records of a tail as text. */
    private static final class CollectedRecords implements RunRecords {
        private final List<String> records = new ArrayList<>();

        @Override
        public void interval(StoredInterval interval) {
            records.add("interval " + interval.sequence());
        }

        @Override
        public void event(RunEvent event) {
            records.add("event " + event.type() + " " + event.message());
        }

        @Override
        public void error(ErrorRecord error) {
            records.add("error " + error.count());
        }

        @Override
        public void telemetry(TelemetrySample point) {
            records.add("telemetry " + point.runNanos() + " " + point.source() + " " + point.series());
        }

        @Override
        public void broken(String sentence) {
            records.add("broken " + sentence);
        }
    }

    @Test
    void growingFileGivesEveryRecordOnceInOrder() throws Exception {
        Path complete = folder.resolve("complete");
        SampleRun.failing(complete, 2).close();
        List<String> expected = all(complete);
        assertThat(expected)
                .anyMatch(record -> record.startsWith("interval"))
                .noneMatch(record -> record.startsWith("broken"));
        for (StoredFile file : List.of(StoredFile.EVENTS, StoredFile.INTERVALS)) {
            Path growing = Files.createDirectory(folder.resolve(file.fileName() + "-grows"));
            byte[] all = Files.readAllBytes(file.in(complete));
            byte[] bytes = Arrays.copyOf(all, Math.min(all.length, 6_000));
            RunTail tail = new RunTail(RunFolder.of(growing));
            CollectedRecords collected = new CollectedRecords();
            for (int i = 0; i < bytes.length; i++) {
                Files.write(
                        file.in(growing), new byte[] {bytes[i]}, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                int before = collected.records.size();
                assertThat(tail.read(collected)).isEqualTo(collected.records.size() > before);
            }
            assertThat(collected.records).isNotEmpty().isEqualTo(firstOf(expected, collected.records));
        }
    }

    @Test
    void readingContinuesAfterTheWriterTruncates() throws Exception {
        Path file = StoredFile.EVENTS.in(folder);
        RunTail tail = new RunTail(RunFolder.of(folder));
        CollectedRecords collected = new CollectedRecords();
        Files.writeString(file, event("one") + event("two"));
        tail.read(collected);
        Files.writeString(file, event("one"));
        tail.read(collected);
        Files.writeString(file, event("one") + event("three"));
        tail.read(collected);
        assertThat(collected.records).containsExactly("event note one", "event note two", "event note three");
    }

    @Test
    void brokenLineIsNamedAndSkipped() throws Exception {
        Files.writeString(StoredFile.EVENTS.in(folder), event("one") + "{\n" + event("two"));
        assertThat(all(folder)).hasSize(3).first().isEqualTo("event note one");
        assertThat(all(folder).get(1))
                .startsWith(
                        "broken events.ndjson is broken at byte " + event("one").length());
    }

    @Test
    void repeatedScanMatchesTheTailWithinTheRange() throws Exception {
        SampleRun.failing(folder, 10).close();
        RunScan scan = new RunScan(RunFolder.of(folder));
        CollectedRecords first = new CollectedRecords();
        scan.read(0, Long.MAX_VALUE, first);
        CollectedRecords again = new CollectedRecords();
        scan.read(0, Long.MAX_VALUE, again);
        assertThat(again.records).isEqualTo(first.records);
        assertThat(all(folder)).containsAll(first.records);
        assertThat(scan.lastIntervalMidpointNanos()).isEqualTo(12_500_000_001L + 1_000_000_000L);
        CollectedRecords none = new CollectedRecords();
        scan.read(-5, -1, none);
        assertThat(none.records).isEmpty();
    }

    private static List<String> all(Path folder) throws IOException {
        CollectedRecords collected = new CollectedRecords();
        assertThat(new RunTail(RunFolder.of(folder)).read(collected)).isTrue();
        return collected.records;
    }

    private static List<String> firstOf(List<String> expected, List<String> like) {
        String kind = like.getFirst().substring(0, like.getFirst().indexOf(' '));
        return expected.stream()
                .filter(record -> record.startsWith(kind + " "))
                .limit(like.size())
                .toList();
    }

    private static String event(String message) {
        return "{\"at\":\"2026-11-21T10:00:00Z\",\"type\":\"note\",\"scope\":\"\",\"message\":\"" + message
                + "\",\"details\":{}}\n";
    }
}
