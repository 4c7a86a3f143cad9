// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.StudySpec.OrderOfRuns;
import org.plateaubench.engine.config.TrialsSpec;

/**
 * A number of trials of each cell. Trials of a run file are a study of one cell. An invalid trial is repeated as often
 * as the file allows; a cell that cannot be executed has no further trials. Immutable.
 *
 * @param trials trials of each
 * @param order order in which cells and trials are run
 * @param seed seed of a random order
 * @param budget time after which no further run begins, null for none
 * @param stopsOnFailure whether a cell that cannot be executed ends the study
 */
public record CellSequence(
        List<Cell> cells,
        TrialsSpec trials,
        OrderOfRuns order,
        long seed,
        @Nullable Duration budget,
        Duration expectedRun,
        boolean stopsOnFailure)
        implements Sequence {

    private record Progress(int attempts, int valid, int invalid, boolean isImpossible, boolean isKnown) {}

    private static Map<String, List<EndedRun>> byCell(List<EndedRun> ended) {
        return ended.stream().collect(Collectors.groupingBy(run -> run.step().cell()));
    }

    @Override
    public int remaining(List<EndedRun> ended) {
        Map<String, List<EndedRun>> byCell = byCell(ended);
        return cells.stream()
                .mapToInt(cell -> remainingOf(byCell.getOrDefault(cell.name(), List.of())))
                .sum();
    }

    private int remainingOf(List<EndedRun> runs) {
        Progress progress = progress(runs);
        return needsRun(progress) ? trials.most() - progress.valid() : 0;
    }

    /** Cells may differ in the length of their runs. */
    @Override
    public double remainingSeconds(List<EndedRun> ended) {
        double usual = Sequence.usualSeconds(ended, expectedRun.toMillis() / 1e3);
        Map<String, List<EndedRun>> byCell = byCell(ended);
        return cells.stream()
                .map(cell -> byCell.getOrDefault(cell.name(), List.of()))
                .mapToDouble(runs -> remainingOf(runs) * Sequence.usualSeconds(runs, usual))
                .sum();
    }

    @Override
    public Next next(List<EndedRun> ended) {
        Map<String, List<EndedRun>> byCell = byCell(ended);
        List<Cell> needy = new ArrayList<>();
        List<String> without = new ArrayList<>();
        int round = Integer.MAX_VALUE;
        for (Cell cell : cells) {
            Progress progress = progress(byCell.getOrDefault(cell.name(), List.of()));
            String inWords = cell.name().isEmpty() ? "the run" : "'" + cell.name() + "'";
            if (progress.isImpossible() && stopsOnFailure) {
                return new End(false, "The study stops since " + inWords + " could not be carried out.");
            }
            if (needsRun(progress)) {
                needy.add(cell);
                round = Math.min(round, progress.attempts());
            }
            if (progress.valid() < trials.count()) {
                without.add(inWords);
            }
        }
        if (needy.isEmpty()) {
            return without.isEmpty()
                    ? new End(true, "")
                    : new End(
                            false,
                            "Fewer valid trials than were requested: " + String.join(", ", without)
                                    + ". An invalid trial is repeated at most " + trials.repeats() + " times.");
        }
        String beyond = Sequence.beyond(budget, ended, expectedRun);
        if (!beyond.isEmpty()) {
            return new End(false, beyond);
        }
        Cell cell = order == OrderOfRuns.GIVEN ? needy.getFirst() : firstOf(round, needy, byCell);
        return new Step(cell.name(), byCell.getOrDefault(cell.name(), List.of()).size() + 1, cell.settings());
    }

    private Progress progress(List<EndedRun> runs) {
        List<EndedRun> valid =
                runs.stream().filter(run -> run.outcome().isEvidence()).toList();
        boolean isImpossible = runs.stream().anyMatch(run -> run.outcome() == Outcome.NOT_CARRIED_OUT);
        int invalid = (int)
                runs.stream().filter(run -> run.outcome() == Outcome.INVALID).count();
        boolean isKnown = trials.precision()
                .map(precision -> FigureSet.of(valid).metricsWithin(precision.widthPercent()))
                .orElse(true);
        return new Progress(runs.size(), valid.size(), invalid, isImpossible, isKnown);
    }

    private boolean needsRun(Progress progress) {
        if (progress.isImpossible() || progress.invalid() > trials.repeats()) {
            return false;
        }
        return progress.valid() < trials.count() || (progress.valid() < trials.most() && !progress.isKnown());
    }

    private Cell firstOf(int round, List<Cell> needy, Map<String, List<EndedRun>> byCell) {
        List<Cell> ordered = new ArrayList<>(cells);
        if (order == OrderOfRuns.ABBA && round % 2 == 1) {
            Collections.reverse(ordered);
        } else if (order == OrderOfRuns.RANDOM) {
            Collections.shuffle(ordered, new Random(seed * 1_000_003 + round));
        }
        return ordered.stream()
                .filter(needy::contains)
                .filter(cell -> byCell.getOrDefault(cell.name(), List.of()).size() == round)
                .findFirst()
                .orElseThrow();
    }
}
