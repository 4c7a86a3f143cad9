// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThroughputOutlineTest {
    @TempDir
    Path runs;

    @Test
    void aShortRunHasAStretchPerInterval() throws Exception {
        RunFolder folder = run(4, 0, second -> 100 * second);
        assertThat(ThroughputOutline.of(folder, 40)).containsExactly(0.0, 200.0, 400.0, 600.0);
    }

    @Test
    void aRunWithoutIntervalsHasNone() throws Exception {
        assertThat(ThroughputOutline.of(run(0, 0, second -> 1), 40)).isEmpty();
        Path bare = Files.createDirectory(runs.resolve("bare"));
        assertThat(ThroughputOutline.of(RunFolder.of(bare), 40)).isEmpty();
    }

    @Test
    void theAgentsOfAStretchAreAddedAndItsIntervalsAveraged() throws Exception {
        assertThat(ThroughputOutline.of(run(80, 0, second -> second % 2 == 0 ? 10 : 30), 40))
                .hasSize(40)
                .allMatch(rate -> rate == 40.0);
    }

    /** Four hours of a second each, of some hundred bytes: most are not looked at, and the shape is the same. */
    @Test
    void aLongRunIsSampled() throws Exception {
        RunFolder folder = run(14_400, 1_000, second -> second < 7_200 ? 100 : 300);
        assertThat(Files.size(folder.file(StoredFile.INTERVALS))).isGreaterThan(30_000_000);
        List<Double> outline = ThroughputOutline.of(folder, 40);
        assertThat(outline).hasSize(40);
        assertThat(outline.subList(0, 19)).allSatisfy(rate -> assertThat(rate).isCloseTo(200, within(1e-6)));
        assertThat(outline.subList(21, 40)).allSatisfy(rate -> assertThat(rate).isCloseTo(600, within(1e-6)));
    }

    @Test
    void brokenLinesAndATornEndAreLeftOut() throws Exception {
        RunFolder folder = run(3, 0, second -> 10);
        Path file = folder.file(StoredFile.INTERVALS);
        String text = Files.readString(file);
        Files.writeString(file, "{\n[]\n{\"workloads\":7}\n" + text + "{\"agent\":\"a\",\"startNanos\":99");
        assertThat(ThroughputOutline.of(folder, 40)).containsExactly(20.0, 20.0, 20.0);
    }

    @Test
    void aLinkIsNotFollowed() throws Exception {
        RunFolder folder = run(3, 0, second -> 10);
        Path file = folder.file(StoredFile.INTERVALS);
        Files.move(file, runs.resolve("elsewhere"));
        Files.createSymbolicLink(file, runs.resolve("elsewhere"));
        assertThatThrownBy(() -> ThroughputOutline.of(folder, 40))
                .isInstanceOf(IOException.class)
                .hasMessage("intervals.ndjson is not a regular file.");
    }

    /** Two agents that do the same; a unit of the operations beside them counts nothing. */
    private RunFolder run(int seconds, int padding, LongUnaryOperator okEnds) throws IOException {
        RunFolder folder = RunFolder.create(runs, "outline", Instant.EPOCH);
        StringBuilder text = new StringBuilder();
        for (int second = 0; second < seconds; second++) {
            for (String agent : List.of("a", "b")) {
                text.append(String.format(
                        Locale.ROOT,
                        """
                {"agent":"%s","sequence":%d,"startNanos":%d,"endNanos":%d,"state":"on-time",\
                "workloads":[{"tile":1,"workload":"w","lines":[{"line":"o","kind":"operation",\
                "window":"steady","counts":{"okEnds":%d}},{"line":"u","kind":"unit","window":"steady",\
                "counts":{"okEnds":7}}],"levels":{},"schedule":{}}],"more":"%s"}
                """,
                        agent,
                        second,
                        second * 1_000_000_000L,
                        (second + 1) * 1_000_000_000L,
                        okEnds.applyAsLong(second),
                        "x".repeat(padding)));
            }
        }
        Files.writeString(folder.file(StoredFile.INTERVALS), text);
        return folder;
    }
}
