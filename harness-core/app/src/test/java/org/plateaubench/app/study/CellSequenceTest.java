// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.engine.config.TrialsSpec;

/** Tests the order of the runs of a study. */
final class CellSequenceTest {
    private static final List<Cell> CELLS =
            List.of("a", "b", "c").stream().map(CellSequenceTest::cell).toList();

    private static Cell cell(String name) {
        return new Cell(name, Map.of(), List.of(), null, name);
    }

    private static CellSequence study(int trials) {
        return new CellSequence(CELLS, TrialsSpec.of(trials), Duration.ofSeconds(60));
    }

    private static EndedRun ended(Step step, Outcome outcome, double value) {
        return StudyResultTest.run(step, outcome, 60, new RunFigure.Key("store", "", "orders", "/min"), value);
    }

    /** The cells in the order of their runs. */
    private static String carriedOut(Sequence sequence, Function<Step, Outcome> outcome, List<EndedRun> ended) {
        while (sequence.next(ended) instanceof Step step) {
            ended.add(ended(step, outcome.apply(step), 100 + ended.size() % 2));
            assertThat(ended).hasSizeLessThan(200);
        }
        return String.join("", ended.stream().map(each -> each.step().cell()).toList());
    }

    @Test
    void everySecondRoundRunsInReverseOrder() {
        assertThat(carriedOut(study(3), step -> Outcome.PASS, new ArrayList<>()))
                .isEqualTo("abccbaabc");
    }

    @Test
    void resumedSequenceKeepsTheOrder() {
        CellSequence study = study(3);
        List<EndedRun> all = new ArrayList<>();
        carriedOut(study, step -> Outcome.PASS, all);
        for (int known = 0; known < all.size(); known++) {
            assertThat(study.next(all.subList(0, known)))
                    .isEqualTo(all.get(known).step());
        }
    }

    @Test
    void invalidTrialIsRepeatedUpToALimit() {
        CellSequence study = study(2);
        List<EndedRun> ended = new ArrayList<>();
        assertThat(carriedOut(study, step -> step.cell().equals("b") ? Outcome.INVALID : Outcome.PASS, ended))
                .isEqualTo("abccbab");
        assertThat(study.next(ended))
                .isInstanceOfSatisfying(
                        Sequence.End.class, end -> assertThat(end.sentence()).contains("Fewer valid trials", "'b'"));
        assertThat(carriedOut(
                        study,
                        step -> step.cell().equals("b") && step.trial() == 1 ? Outcome.INVALID : Outcome.PASS,
                        new ArrayList<>()))
                .isEqualTo("abccbab");
    }

    @Test
    void failedCellDoesNotStopOtherCells() {
        Function<Step, Outcome> failing = step -> step.cell().equals("b") ? Outcome.NOT_CARRIED_OUT : Outcome.PASS;
        assertThat(carriedOut(study(2), failing, new ArrayList<>())).isEqualTo("abcca");
    }
}
