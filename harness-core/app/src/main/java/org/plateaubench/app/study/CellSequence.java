// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.engine.config.TrialsSpec;

/**
 * A number of trials of each cell, in rounds; every second round runs in reverse order, so that a steady drift favours
 * no cell. Trials of a run file are a study of one cell. An invalid trial is repeated as often as the file allows; a
 * cell that cannot be executed has no further trials. Immutable.
 */
public record CellSequence(List<Cell> cells, TrialsSpec trials, Duration expectedRun) implements Sequence {

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

    /** The remaining trials of a cell; 0 if it cannot be executed or has too many invalid trials. */
    private int remainingOf(List<EndedRun> runs) {
        boolean isImpossible = runs.stream().anyMatch(run -> run.outcome() == Outcome.NOT_CARRIED_OUT);
        long invalid =
                runs.stream().filter(run -> run.outcome() == Outcome.INVALID).count();
        return isImpossible || invalid > trials.repeats() ? 0 : missing(runs);
    }

    private int missing(List<EndedRun> runs) {
        return Math.max(
                0,
                trials.count()
                        - (int) runs.stream()
                                .filter(run -> run.outcome().isEvidence())
                                .count());
    }

    @Override
    public Next next(List<EndedRun> ended) {
        Map<String, List<EndedRun>> byCell = byCell(ended);
        Cell next = null;
        int round = Integer.MAX_VALUE;
        for (Cell cell : cells) {
            List<EndedRun> runs = byCell.getOrDefault(cell.name(), List.of());
            boolean isLaterInRound = runs.size() == round && round % 2 == 1;
            if (remainingOf(runs) > 0 && (runs.size() < round || isLaterInRound)) {
                next = cell;
                round = runs.size();
            }
        }
        if (next != null) {
            return new Step(next.name(), round + 1, next.settings());
        }
        List<String> without = cells.stream()
                .map(Cell::name)
                .filter(name -> missing(byCell.getOrDefault(name, List.of())) > 0)
                .map(name -> name.isEmpty() ? "the run" : "'" + name + "'")
                .toList();
        return without.isEmpty()
                ? new End(true, "")
                : new End(
                        false,
                        "Fewer valid trials than were requested: " + String.join(", ", without)
                                + ". An invalid trial is repeated at most " + trials.repeats() + " times.");
    }
}
