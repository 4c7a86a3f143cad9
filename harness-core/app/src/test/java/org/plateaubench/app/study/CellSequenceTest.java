// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.StudySpec.OrderOfRuns;
import org.plateaubench.engine.config.TrialsSpec;

/** Which run of a study is next. */
final class CellSequenceTest {
    private static final List<Cell> CELLS =
            List.of("a", "b", "c").stream().map(CellSequenceTest::cell).toList();

    private static Cell cell(String name) {
        return new Cell(name, Map.of(), List.of(), null, name);
    }

    private static CellSequence study(TrialsSpec trials, OrderOfRuns order, @Nullable Duration budget, boolean stops) {
        return new CellSequence(CELLS, trials, order, 5, budget, Duration.ofSeconds(60), stops);
    }

    private static EndedRun ended(Step step, Outcome outcome, double value) {
        return StudyResultTest.run(step, outcome, 60, new Figure.Key("store", "", "orders", "/min"), value);
    }

    /** The cells in the order of their runs. */
    private static String carriedOut(Sequence sequence, Function<Step, Outcome> outcome, List<EndedRun> ended) {
        while (sequence.next(ended) instanceof Step step) {
            ended.add(ended(step, outcome.apply(step), 100 + ended.size() % 2));
            assertThat(ended).hasSizeLessThan(200);
        }
        return String.join("", ended.stream().map(each -> each.step().cell()).toList());
    }

    private static String order(OrderOfRuns order) {
        return carriedOut(study(TrialsSpec.of(3), order, null, false), step -> Outcome.PASS, new ArrayList<>());
    }

    @Test
    void theOrders() {
        assertThat(order(OrderOfRuns.ABBA)).isEqualTo("abccbaabc");
        assertThat(order(OrderOfRuns.GIVEN)).isEqualTo("aaabbbccc");
        String random = order(OrderOfRuns.RANDOM);
        assertThat(random).isEqualTo(order(OrderOfRuns.RANDOM));
        for (int round = 0; round < 9; round += 3) {
            assertThat(random.substring(round, round + 3).chars().distinct().count())
                    .isEqualTo(3);
        }
    }

    /** Cells take their own time, and a run that could not be carried out says nothing about the others. */
    @Test
    void remainingTimeIsThatOfEachCell() {
        CellSequence study = study(TrialsSpec.of(3), OrderOfRuns.GIVEN, null, false);
        assertThat(study.remainingSeconds(List.of())).isEqualTo(9 * 60);
        List<EndedRun> ended = new ArrayList<>(List.of(lasting("a", Outcome.NOT_CARRIED_OUT, 1)));
        assertThat(study.remainingSeconds(ended)).isEqualTo(6 * 60);
        ended.add(lasting("b", Outcome.PASS, 100));
        ended.add(lasting("c", Outcome.PASS, 500));
        ended.add(lasting("c", Outcome.FAIL, 600));
        assertThat(study.remainingSeconds(ended)).isEqualTo(2 * 100 + 550);
    }

    private static EndedRun lasting(String cell, Outcome outcome, double seconds) {
        return StudyResultTest.run(
                new Step(cell, 1, List.of()), outcome, seconds, new Figure.Key("store", "", "orders", "/min"), 1);
    }

    @Test
    void aSequenceThatIsResumedIsTheSame() {
        CellSequence study = study(TrialsSpec.of(3), OrderOfRuns.RANDOM, null, false);
        List<EndedRun> all = new ArrayList<>();
        carriedOut(study, step -> Outcome.PASS, all);
        for (int known = 0; known < all.size(); known++) {
            assertThat(study.next(all.subList(0, known)))
                    .isEqualTo(all.get(known).step());
        }
    }

    @Test
    void anInvalidTrialIsMadeAgainWithinABound() {
        CellSequence study = study(TrialsSpec.of(2), OrderOfRuns.GIVEN, null, false);
        List<EndedRun> ended = new ArrayList<>();
        assertThat(carriedOut(study, step -> step.cell().equals("b") ? Outcome.INVALID : Outcome.PASS, ended))
                .isEqualTo("aabbbcc");
        assertThat(study.next(ended))
                .isInstanceOfSatisfying(
                        Sequence.End.class, end -> assertThat(end.sentence()).contains("Fewer valid trials", "'b'"));
        assertThat(carriedOut(
                        study,
                        step -> step.cell().equals("b") && step.trial() == 1 ? Outcome.INVALID : Outcome.PASS,
                        new ArrayList<>()))
                .isEqualTo("aabbbcc");
    }

    @Test
    void aCellThatCannotBeCarriedOutFailsAndTheOthersGoOnUnlessTold() {
        Function<Step, Outcome> dying = step -> step.cell().equals("b") ? Outcome.NOT_CARRIED_OUT : Outcome.PASS;
        assertThat(carriedOut(study(TrialsSpec.of(2), OrderOfRuns.GIVEN, null, false), dying, new ArrayList<>()))
                .isEqualTo("aabcc");
        assertThat(carriedOut(study(TrialsSpec.of(2), OrderOfRuns.GIVEN, null, true), dying, new ArrayList<>()))
                .isEqualTo("aab");
    }

    @Test
    void trialsEndWhenTheIntervalIsNarrowEnough() {
        TrialsSpec trials = new TrialsSpec(
                3, Optional.of(new TrialsSpec.Precision(2, 9)), Duration.ZERO, TrialsSpec.Between.NOTHING, 0);
        CellSequence one =
                new CellSequence(List.of(cell("a")), trials, OrderOfRuns.GIVEN, 1, null, Duration.ofSeconds(60), false);
        // Values of 100 and 101 in turn: Student's interval of five is 1.4 wide, of four 1.8, of three 2.9.
        assertThat(carriedOut(one, step -> Outcome.PASS, new ArrayList<>())).hasSize(4);
        TrialsSpec narrow = new TrialsSpec(
                3, Optional.of(new TrialsSpec.Precision(0.1, 9)), Duration.ZERO, TrialsSpec.Between.NOTHING, 0);
        CellSequence never =
                new CellSequence(List.of(cell("a")), narrow, OrderOfRuns.GIVEN, 1, null, Duration.ofSeconds(60), false);
        assertThat(carriedOut(never, step -> Outcome.PASS, new ArrayList<>())).hasSize(9);
    }

    /** A run of 60 s takes 100 s with its preparation and the pause before it. */
    @Test
    void noRunBeginsThatWouldNotEndWithinTheBudgetAsRunsSoFarTook() {
        EndedRun first = EndedRun.without(new Step("a", 1, List.of()), "run", Outcome.PASS, 100, List.of());
        CellSequence narrow = study(TrialsSpec.of(3), OrderOfRuns.ABBA, Duration.ofSeconds(199), false);
        assertThat(narrow.next(List.of())).isInstanceOf(Step.class);
        assertThat(narrow.next(List.of(first))).isInstanceOfSatisfying(Sequence.End.class, end -> {
            assertThat(end.sentence()).contains("does not hold a further run of about 100s");
            assertThat(end.complete()).isFalse();
        });
        CellSequence enough = study(TrialsSpec.of(3), OrderOfRuns.ABBA, Duration.ofSeconds(200), false);
        assertThat(enough.next(List.of(first))).isInstanceOf(Step.class);
    }
}
