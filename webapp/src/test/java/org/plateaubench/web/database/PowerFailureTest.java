// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.h2.mvstore.MVStore;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * What was committed to the records is there after the power failed. Each write is on the disk before the next begins, so
 * that all a failure can leave is the file up to some byte of one write: these tests look at both.
 */
@Tag("slow")
@Timeout(300)
class PowerFailureTest {
    /** The head of the file, twice: the only part that is written over. */
    private static final int HEAD = 2 * 4096;

    @TempDir
    Path folder;

    /** Linux says how a file was opened; in octal digits, as its headers have it. */
    private static final int SYNCHRONOUS = 0b1_0000_0000_0000;

    @Test
    @EnabledOnOs(OS.LINUX)
    void eachWriteIsOnTheDiskWhenItReturns() throws Exception {
        try (Database records = RecordsFile.open(folder, false)) {
            RecordsFileTest.add(records, "ada");
            List<Integer> flags = flagsOf(RecordsFile.in(folder).toRealPath());
            assertThat(flags).isNotEmpty().allMatch(flag -> (flag & SYNCHRONOUS) != 0);
        }
    }

    private static List<Integer> flagsOf(Path file) throws IOException {
        List<Integer> flags = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                if (Files.exists(descriptor)
                        && Files.readSymbolicLink(descriptor).equals(file)) {
                    Path about = Path.of(
                            "/proc/self/fdinfo", descriptor.getFileName().toString());
                    for (String line : Files.readAllLines(about)) {
                        if (line.startsWith("flags:")) {
                            flags.add(Integer.parseInt(
                                    line.substring("flags:".length()).strip(), 8));
                        }
                    }
                }
            }
        }
        return flags;
    }

    @Test
    void aCommitThatIsCutAtAnyByteTakesNothingWithIt() throws Exception {
        Path file = RecordsFile.in(folder);
        RecordsFile.open(folder, false).close();
        byte[] before;
        byte[] after;
        long committed;
        try (Database records = RecordsFile.open(folder, false)) {
            RecordsFileTest.add(records, "ada");
            before = Files.readAllBytes(file);
            committed = version(before);
            RecordsFileTest.add(records, "bob");
            after = Files.readAllBytes(file);
        }
        assertThat(after.length).isGreaterThan(before.length);
        for (int cut = before.length; cut < after.length; cut++) {
            assertThat(version(Arrays.copyOf(after, cut))).as("cut at %s", cut).isEqualTo(committed);
        }
        assertThat(version(after)).isGreaterThan(committed);
        for (int cut : new int[] {before.length, before.length + 1, before.length + 4096, after.length - 1}) {
            Path other = Files.createDirectory(folder.resolve("cut" + cut));
            Files.write(RecordsFile.in(other), Arrays.copyOf(after, cut));
            try (Database records = RecordsFile.open(other, false)) {
                assertThat(RecordsFileTest.accounts(records)).contains("ada");
            }
        }
    }

    /** When the head was being written: it stands there twice. */
    @Test
    void aHeadThatIsCutAtAnyByteTakesNothingWithIt() throws Exception {
        Path file = RecordsFile.in(folder);
        RecordsFile.open(folder, false).close();
        byte[] before = Files.readAllBytes(file);
        byte[] after;
        try (Database records = RecordsFile.open(folder, false)) {
            RecordsFileTest.add(records, "ada");
            after = Files.readAllBytes(file);
        }
        byte[] closed = Files.readAllBytes(file);
        long committed = version(after);
        assertThat(Arrays.mismatch(closed, 0, HEAD, before, 0, HEAD)).isNotNegative();
        for (int cut = 0; cut < HEAD; cut++) {
            byte[] torn = after.clone();
            System.arraycopy(closed, 0, torn, 0, cut);
            assertThat(version(torn)).as("cut at %s", cut).isGreaterThanOrEqualTo(committed);
        }
    }

    /** The version of the newest state in a file. */
    private static long version(byte[] content) throws IOException {
        FilePath file = FilePath.get("memFS:cut");
        try (FileChannel channel = file.open("rw")) {
            channel.truncate(0);
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
        try (MVStore store =
                new MVStore.Builder().fileName("memFS:cut").readOnly().open()) {
            assertThat(store.getMapNames()).isNotEmpty();
            return store.getCurrentVersion();
        } finally {
            file.delete();
        }
    }

    /** Commits rows and says how many there are, until it is killed. */
    static final class Writer {
        public static void main(String[] arguments) throws IOException {
            Database records = RecordsFile.open(Path.of(arguments[0]), false);
            takeFreeRoomAtOnce(records);
            for (int rows = RecordsFileTest.accounts(records).size(); ; ) {
                RecordsFileTest.add(records, "user" + rows);
                rows++;
                System.out.println(rows);
            }
        }
    }

    /** Were room taken again at all, it would be after 45 s, which no test waits. */
    private static void takeFreeRoomAtOnce(Database records) {
        records.jdbi().useHandle(handle -> handle.execute("SET RETENTION_TIME 0"));
    }

    @Test
    void whatWasCommittedIsThereAfterEachKillAndInEachCopyThatIsMadeMeanwhile() throws Exception {
        for (int times = 0; times < 2; times++) {
            int said = killed(20 + 5 * times);
            try (Database records = RecordsFile.open(folder, false)) {
                assertThat(RecordsFileTest.accounts(records)).hasSizeBetween(said, said + 1);
            }
        }
    }

    /**
     * Lets a process commit until it has said a number of times that it did, kills it, and returns the last it said. Once
     * while it commits, a copy is made.
     */
    private int killed(int times) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> said = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            while (said.size() < times) {
                said.add(lines.readLine());
            }
            Path copy = Files.createTempDirectory(folder, "copy");
            RecordsFile.copy(folder, copy);
            try (Database records = RecordsFile.open(copy, false)) {
                assertThat(RecordsFileTest.accounts(records)).hasSizeGreaterThanOrEqualTo(times);
            }
            writer.toHandle().destroyForcibly();
            lines.lines().forEach(said::add);
            writer.waitFor();
        }
        return Integer.parseInt(said.getLast());
    }

    /** What a failure can take back is what is being written over: the rule that makes the tests above hold each time. */
    @Test
    void nothingButTheHeadOfTheFileIsWrittenOver() throws Exception {
        Path file = RecordsFile.in(folder);
        try (Database records = RecordsFile.open(folder, false)) {
            takeFreeRoomAtOnce(records);
            for (int i = 0; i < 20; i++) {
                byte[] before = Files.readAllBytes(file);
                RecordsFileTest.add(records, "user" + i);
                byte[] after = Files.readAllBytes(file);
                assertThat(after.length).isGreaterThan(before.length);
                assertThat(Arrays.mismatch(before, HEAD, before.length, after, HEAD, before.length))
                        .as("first byte that is another one")
                        .isEqualTo(-1);
            }
        }
    }
}
