// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.judge.figures.HandMade;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;

class ThroughputOutlineTest {
    @TempDir
    Path runs;

    @Test
    void aShortRunHasAStretchPerInterval() throws Exception {
        RunFolder folder = run(4, second -> 100 * second);
        assertThat(ThroughputOutline.of(folder, 40)).containsExactly(0.0, 200.0, 400.0, 600.0);
    }

    @Test
    void aRunWithoutIntervalsHasNone() throws Exception {
        assertThat(ThroughputOutline.of(run(0, second -> 1), 40)).isEmpty();
        Path bare = Files.createDirectory(runs.resolve("bare"));
        assertThat(ThroughputOutline.of(RunFolder.of(bare), 40)).isEmpty();
    }

    @Test
    void theAgentsOfAStretchAreAddedAndItsIntervalsAveraged() throws Exception {
        assertThat(ThroughputOutline.of(run(80, second -> second % 2 == 0 ? 10 : 30), 40))
                .hasSize(40)
                .allMatch(rate -> rate == 40.0);
    }

    /** Four hours of a second each: most are not looked at, and the shape is the same. */
    @Test
    void aLongRunIsSampled() throws Exception {
        RunFolder folder = run(14_400, second -> second < 7_200 ? 100 : 300);
        List<Double> outline = ThroughputOutline.of(folder, 40);
        assertThat(outline).hasSize(40);
        assertThat(outline.subList(0, 19)).allSatisfy(rate -> assertThat(rate).isCloseTo(200, within(1e-6)));
        assertThat(outline.subList(21, 40)).allSatisfy(rate -> assertThat(rate).isCloseTo(600, within(1e-6)));
    }

    @Test
    void aTornEndIsLeftOut() throws Exception {
        RunFolder folder = run(3, second -> 10);
        Path file = folder.file(StoredFile.INTERVALS);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, 10), StandardOpenOption.APPEND);
        assertThat(ThroughputOutline.of(folder, 40)).containsExactly(20.0, 20.0, 20.0);
    }

    /** Two agents that do the same; a unit of the operations beside them counts nothing. */
    private RunFolder run(int seconds, LongUnaryOperator okEnds) throws IOException {
        RunFolder folder = RunFolder.create(runs, "outline", Instant.EPOCH);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int second = 0; second < seconds; second++) {
            for (String agent : List.of("a", "b")) {
                IntervalSnapshot interval = HandMade.second(second)
                        .by(agent)
                        .with(
                                HandMade.line(
                                        "o", LineInterval.Kind.OPERATION, HandMade.ok(okEnds.applyAsLong(second))),
                                HandMade.line("u", LineInterval.Kind.UNIT, HandMade.ok(7)))
                        .snapshot();
                bytes.write(IntervalFile.bytes(interval, Delivery.ON_TIME));
            }
        }
        Files.write(folder.file(StoredFile.INTERVALS), bytes.toByteArray());
        return folder;
    }
}
