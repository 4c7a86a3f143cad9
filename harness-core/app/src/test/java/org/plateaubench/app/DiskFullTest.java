// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.record.RunEvent;

/**
 * A run in a process whose files may not grow beyond a bound: the same as a full disk to whoever writes, and it needs no
 * rights. The process runs under {@code ulimit -f} with the signal of that limit ignored, so that a write fails.
 */
@Tag("slow")
class DiskFullTest {
    /** In units of the shell's ulimit, 1,024 bytes. */
    private static final int LIMIT = 72;

    @TempDir
    Path folder;

    @Test
    void aRunThatCannotBeKeptStopsAndEverythingBeforeCanBeRead() throws Exception {
        Path output = folder.resolve("output");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "trap '' XFSZ; ulimit -f " + LIMIT + "; exec \"$0\" \"$@\"",
                        java,
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DiskFullTest.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output)).contains("BROKEN_OFF").contains("has reached the largest size allowed");

        try (Stream<Path> runs = Files.list(folder.resolve("runs"))) {
            Path run = runs.findFirst().orElseThrow();
            StoredRun read = RunReader.read(run);
            assertThat(read.damage()).isEmpty();
            assertThat(read.intervals()).hasSizeGreaterThan(1);
            assertThat(read.events()).extracting(RunEvent::type).endsWith("sut-stopped", "run-ended");
            assertThat(read.events().getLast().message()).contains("has reached the largest size allowed");
            assertThat(RunFolder.of(run).state()).isEqualTo(RunFolder.State.INTERRUPTED);
        }
    }

    /** The process: a run of a minute, which must not take so long. */
    public static void main(String[] arguments) throws Exception {
        AppFixture fixture = new AppFixture(Path.of(arguments[0]));
        FinishedRun finished = fixture.run("phases.steady=60s", "tiles=8");
        RunEnd end = finished.end();
        System.out.println(end.status() + " " + end.sentences());
    }
}
