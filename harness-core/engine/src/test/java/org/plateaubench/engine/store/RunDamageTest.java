// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.event.EventType;

/** A run folder whose writer was killed is read up to that point, and the damage is reported. */
class RunDamageTest {
    @TempDir
    Path runs;

    @Test
    void truncatedLastRecordIsDropped() throws Exception {
        try (RunFixture run = runWith(3)) {
            for (StoredFile file : new StoredFile[] {StoredFile.EVENTS, StoredFile.INTERVALS}) {
                truncate(run.folder.file(file), 20);
            }
            StoredRun read = run.read();
            assertThat(read.intervals()).extracting(StoredInterval::sequence).containsExactly(0L, 1L);
            assertThat(read.events()).isEmpty();
            assertThat(read.damage()).anyMatch(line -> line.startsWith("events.ndjson was not written to its end"));
            assertThat(read.damage()).anyMatch(line -> line.startsWith("intervals.bin was not written to its end"));
        }
    }

    @Test
    void planThatIsNotTextIsRefused() throws Exception {
        try (RunFixture run = runWith(2)) {
            Path path = run.folder.file(StoredFile.PLAN);
            Files.write(path, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});
            assertThatThrownBy(run::read).hasMessage(path + " cannot be read: it is not text in UTF-8.");
        }
    }

    @Test
    void planOfAnotherVersionIsRefusedWithBothVersions() throws Exception {
        try (RunFixture run = runWith(1)) {
            Path path = run.folder.file(StoredFile.PLAN);
            Files.writeString(path, Files.readString(path).replace("plateau.plan/1", "plateau.plan/2"));
            assertThatThrownBy(run::read)
                    .hasMessage(path
                            + " has the schema 'plateau.plan/2', and this version of Plateau reads plateau.plan/1.");
        }
    }

    @Test
    void intervalsTruncatedAnywhereCanBeRead() throws Exception {
        try (RunFixture run = runWith(2)) {
            Path file = run.folder.file(StoredFile.INTERVALS);
            byte[] complete = Files.readAllBytes(file);
            Random random = new Random(3);
            for (int i = 0; i < 60; i++) {
                truncate(file, random.nextInt(complete.length) + 1);
                assertThat(run.read().events()).hasSize(1);
                Files.write(file, complete);
            }
        }
    }

    @Test
    void brokenRecordIsNamedAndSkipped() throws Exception {
        try (RunFixture run = runWith(3)) {
            Path file = run.folder.file(StoredFile.INTERVALS);
            byte[] bytes = Files.readAllBytes(file);
            int second = 8 + ByteBuffer.wrap(bytes).getInt();
            bytes[second + ByteBuffer.wrap(bytes).getInt(second)] ^= 1;
            Files.write(file, bytes);
            assertThat(run.read().intervals())
                    .extracting(StoredInterval::sequence)
                    .containsExactly(0L, 2L);
            assertThat(run.read().damage())
                    .containsExactly("the record at byte " + second
                            + " of intervals.bin is damaged (its checksum is wrong) and was skipped");
        }
    }

    @Test
    void duplicateIntervalCountsOnce() throws Exception {
        try (RunFixture run = runWith(2)) {
            run.writer.interval(Samples.snapshot(new Random(9), "local", 1, false), Delivery.ON_TIME);
            assertThat(run.read().intervals()).hasSize(2);
            assertThat(run.read().damage())
                    .containsExactly("intervals.bin has interval 1 of agent local twice; the second one is left out");
        }
    }

    @Test
    void randomBytesAreReportedAsDamage() throws Exception {
        try (RunFixture run = runWith(1)) {
            byte[] noise = new byte[5_000];
            new Random(5).nextBytes(noise);
            Files.write(run.folder.file(StoredFile.INTERVALS), noise);
            assertThat(run.read().intervals()).isEmpty();
            assertThat(run.read().damage()).isNotEmpty();
        }
    }

    @Test
    void lateIntervalReplacesTheMissingMark() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            run.writer.missing("local", 0, 0, Samples.SECOND);
            assertThat(run.read().intervals().getFirst().state()).isEqualTo(Delivery.MISSING);
            run.writer.interval(Samples.snapshot(new Random(1), "local", 0, true), Delivery.LATE);
            StoredRun read = run.read();
            assertThat(read.intervals()).hasSize(1);
            assertThat(read.intervals().getFirst().state()).isEqualTo(Delivery.LATE);
            assertThat(read.damage()).isEmpty();
        }
    }

    @Test
    void folderWithoutAPlanIsNoRun() {
        assertThatThrownBy(() -> RunReader.read(runs))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a run folder");
    }

    private RunFixture runWith(int intervals) throws IOException {
        RunFixture run = new RunFixture(runs);
        run.writer.event(EventType.RUN_STARTED, "", "The run has started.");
        Random random = new Random(1);
        for (int i = 0; i < intervals; i++) {
            run.writer.interval(Samples.snapshot(random, "local", i, false), Delivery.ON_TIME);
        }
        return run;
    }

    private static void truncate(Path file, int lessBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - lessBytes);
        }
    }
}
