// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.measure.interval.ChoiceTable;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;

/** Draws of the schedule are counted once, by window, on any thread and at any time of the drain (M18 to M20). */
final class ScheduleRecorderTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 20_000;

    private final ScheduleRecorder recorder = new ScheduleRecorder(5, 2, 2);

    @Test
    void drainReturnsDifferencesByWindow() {
        recorder.chosen(PhaseWindow.steadyPart(1), 4);
        recorder.chosen(PhaseWindow.steadyPart(2), 4);
        recorder.chosen(PhaseWindow.steadyPart(2), 4);
        recorder.drawn(PhaseWindow.steadyPart(2), 1, 70);
        recorder.freeGap(PhaseWindow.RAMP_UP, 10, 11);
        recorder.started(5);
        recorder.ended(9);
        recorder.error(3);
        recorder.entered(3);
        recorder.sample();
        recorder.left(2);
        recorder.recordHandBack(8);
        recorder.sample();
        recorder.beginReading();
        ScheduleInterval interval = recorder.drain(77, 6);
        assertThat(interval.draws())
                .containsExactly(
                        new ScheduleInterval.Draws(
                                PhaseWindow.RAMP_UP, Map.of(), Map.of(), new ScheduleInterval.Gaps(1, 10, 11)),
                        new ScheduleInterval.Draws(
                                PhaseWindow.steadyPart(1), Map.of(4, 1L), Map.of(), new ScheduleInterval.Gaps(0, 0, 0)),
                        new ScheduleInterval.Draws(
                                PhaseWindow.steadyPart(2),
                                Map.of(4, 2L),
                                Map.of(1, 70L),
                                new ScheduleInterval.Gaps(0, 0, 0)));
        assertThat(interval.flow())
                .isEqualTo(
                        new ScheduleInterval.Flow(1, 9, 5, 3, 77, new ScheduleInterval.InFlight(2, 4, 10, 3, 8, 6, 0)));
        recorder.sample();
        recorder.beginReading();
        recorder.entered(2);
        recorder.left(1);
        recorder.ended(4);
        ScheduleInterval next = recorder.drain(0, 0);
        assertThat(next.draws()).isEmpty();
        assertThat(Objects.requireNonNull(next.flow()).inFlight())
                .as("operations in flight are a level, samples are differences")
                .isEqualTo(new ScheduleInterval.InFlight(1, 1, 1, 1, 0, 0, 3));
    }

    @Test
    void concurrentRecordsAreNotLost() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    recorder.chosen(PhaseWindow.steadyPart(1), round % 5);
                    recorder.ended(2);
                }
            }));
        }
        long chosen = 0;
        long busy = 0;
        boolean alive = true;
        while (alive) {
            alive = threads.stream().anyMatch(Thread::isAlive);
            ScheduleInterval interval = recorder.drain(0, 0);
            for (ScheduleInterval.Draws draws : interval.draws()) {
                chosen += draws.choices().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
            }
            busy += Objects.requireNonNull(interval.flow()).busyNanos();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(chosen).isEqualTo((long) THREADS * ROUNDS);
        assertThat(busy).isEqualTo(2L * THREADS * ROUNDS);
    }

    /**
     * The cells of a mix, of steps, of repetitions and of operations do not overlap; the chances of a row add up to 1.
     */
    @Test
    void everyChoiceHasASeparateCell() {
        List<UnitDefinition> units = List.of(
                UnitDefinition.of("read"),
                new UnitDefinition(
                        "order", List.of(UnitDefinition.Step.repeated(Map.of("read", 1.0, "write", 3.0), 1, 3))));
        List<OperationDefinition> operations =
                List.of(OperationDefinition.of("read", ""), OperationDefinition.of("write", ""));
        ChoiceTable table = new ChoiceTable(
                new Mix.Matrix(List.of("read", "order"), List.of(List.of(1.0, 3.0), List.of(1.0, 0.0))),
                units,
                operations);
        assertThat(table.rows())
                .extracting(ChoiceTable.Row::name)
                .containsExactly("start", "after read", "after order", "order step 1", "order step 1 repetitions");
        assertThat(table.rows())
                .allSatisfy(row -> assertThat(row.chances().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum())
                        .isEqualTo(1));
        assertThat(table.mixCell(0, 0, 0)).isZero();
        assertThat(table.mixCell(7, 0, 1)).isEqualTo(3);
        assertThat(table.mixCell(7, 1, 0)).isEqualTo(4);
        assertThat(table.unitOf(5)).isEqualTo(1);
        assertThat(table.unitOf(6)).isNegative();
        assertThat(table.stepCell(0, 0)).isNegative();
        assertThat(table.stepCell(1, 0)).isEqualTo(6);
        assertThat(table.repetitionCell(1, 0)).isEqualTo(8);
        assertThat(table.operationCell(1)).isEqualTo(12);
        assertThat(table.cells()).isEqualTo(13);
    }

    @Test
    void flatMixHasSingleRowAndSequenceSeveral() {
        List<UnitDefinition> units = List.of(UnitDefinition.of("read"), UnitDefinition.of("write"));
        List<OperationDefinition> operations =
                List.of(OperationDefinition.of("read", ""), OperationDefinition.of("write", ""));
        ChoiceTable flat = new ChoiceTable(new Mix.Flat(Map.of("read", 1.0, "write", 3.0)), units, operations);
        assertThat(flat.rows())
                .containsExactly(new ChoiceTable.Row("mix", 0, List.of("read", "write"), List.of(0.25, 0.75)));
        assertThat(flat.mixCell(9, 1, 1)).isEqualTo(1);
        assertThat(flat.unitOf(1)).isEqualTo(1);
        assertThat(flat.unitOf(2)).isNegative();
        assertThat(flat.unitOf(-1)).isNegative();
        ChoiceTable sequence = new ChoiceTable(new Mix.Sequence(List.of("read", "read", "write")), units, operations);
        assertThat(sequence.rows())
                .containsExactly(
                        new ChoiceTable.Row("place 1", 0, List.of("read", "write"), List.of(1.0, 0.0)),
                        new ChoiceTable.Row("place 2", 2, List.of("read", "write"), List.of(1.0, 0.0)),
                        new ChoiceTable.Row("place 3", 4, List.of("read", "write"), List.of(0.0, 1.0)));
        assertThat(sequence.mixCell(1, 0, 0)).isEqualTo(2);
        assertThat(sequence.mixCell(5, 0, 1)).isEqualTo(5);
        assertThat(sequence.unitOf(5)).isEqualTo(1);
        assertThat(sequence.unitOf(6)).isNegative();
        assertThat(sequence.stepCell(0, 0)).as("one operation is not a choice").isNegative();
        assertThat(sequence.repetitionCell(0, 0)).isNegative();
        assertThat(sequence.operationCell(0)).isEqualTo(6);
        assertThat(sequence.cells()).isEqualTo(8);
    }
}
