// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.app.study.run.FigureSet;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.engine.statistics.Ratios;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * The properties of a cell, without its runs.
 *
 * @param baseline name of the cell to which it is normalised
 * @param wanted smallest requested number of valid trials; null in a search
 * @param goesOn whether further runs of it may follow
 */
record CellHead(
        String name,
        Map<String, String> levels,
        String scenario,
        String baseline,
        @Nullable Integer wanted,
        boolean goesOn) {
    /** The smallest number of valid trials for an outcome of the cell. */
    private int fewest() {
        return wanted == null ? 1 : wanted;
    }

    CellResult result(List<EndedRun> runs, Map<String, List<EndedRun>> byCell) {
        FigureSet figures = TrialEvidence.figures(runs);
        FigureSet reference = TrialEvidence.figures(byCell.getOrDefault(baseline, List.of()));
        List<FigureResult> results = new ArrayList<>();
        figures.figures().forEach((key, all) -> {
            double[] values = figures.values(key);
            double[] base = reference.values(key);
            TrialFigures own = Objects.requireNonNull(figures.statistics(key));
            TrialFigures other = baseline.equals(name) ? null : reference.statistics(key);
            results.add(new FigureResult(
                    key.workload(),
                    key.line(),
                    key.name(),
                    key.unit(),
                    all.getFirst().limit(),
                    all.stream().anyMatch(Figure::lowerBound),
                    own,
                    other == null || other.mean() == 0 ? null : Double.valueOf(own.mean() / other.mean()),
                    other == null ? null : Ratios.ofMeans(values, base, TrialFigures.LEVEL)));
        });
        return new CellResult(
                name,
                levels,
                scenario,
                baseline,
                outcome(runs),
                runs.stream()
                        .map(run -> new TrialResult(
                                run.step().trial(),
                                run.runId(),
                                run.outcome().label(),
                                run.seconds(),
                                run.reasons(),
                                run.software()))
                        .toList(),
                results,
                runs.stream()
                        .map(EndedRun::suts)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                TrialEvidence.score(runs, fewest()),
                wanted);
    }

    /**
     * The worst outcome of a cell's runs. Invalid runs do not count if there are enough valid ones; too few runs that
     * pass are not a pass.
     */
    private String outcome(List<EndedRun> runs) {
        boolean hasEnough =
                runs.stream().filter(run -> run.outcome().isEvidence()).count() >= fewest();
        Optional<Outcome> worst = runs.stream()
                .map(EndedRun::outcome)
                .filter(outcome -> !hasEnough || outcome != Outcome.INVALID)
                .max(Comparator.naturalOrder());
        if (!hasEnough && worst.equals(Optional.of(Outcome.PASS))) {
            return goesOn ? CellResult.RUNNING : Outcome.INVALID.label();
        }
        return worst.map(Outcome::label).orElse("not run");
    }
}
