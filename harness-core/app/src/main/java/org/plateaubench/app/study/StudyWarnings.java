// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.StudyResult.CellResult;

/** Sentences about the meaning of the figures of a sequence of runs. Pure functions. */
final class StudyWarnings {
    private StudyWarnings() {}

    static List<String> of(List<CellResult> cells) {
        List<String> warnings = new ArrayList<>();
        List<@Nullable Map<String, String>> software = new ArrayList<>();
        cells.forEach(cell -> cell.trials().forEach(trial -> software.add(trial.software())));
        String mixed = RunSoftware.differences(software);
        if (!mixed.isEmpty()) {
            warnings.add(mixed);
        }
        for (CellResult cell : cells) {
            List<String> excessive = cell.figures().stream()
                    .filter(figure -> figure.values().isExcessive())
                    .map(figure -> figure.key().words())
                    .toList();
            if (!excessive.isEmpty()) {
                warnings.add("The trials" + of(cell) + " differ by more than chance within each of them explains: "
                        + String.join(", ", excessive)
                        + ". Something changed between them; see what the environment of the runs says.");
            }
            long invalid = cell.trials().stream()
                    .filter(trial -> trial.outcome().equals(Outcome.INVALID.label()))
                    .count();
            if (invalid > 0) {
                warnings.add(invalid + " of " + cell.trials().size() + " runs" + of(cell)
                        + " were invalid and are in no figure.");
            }
        }
        return warnings;
    }

    private static String of(CellResult cell) {
        return cell.name().isEmpty() ? "" : " of '" + cell.name() + "'";
    }
}
