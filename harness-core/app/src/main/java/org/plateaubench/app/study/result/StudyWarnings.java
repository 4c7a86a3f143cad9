// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.app.study.run.RunSoftware;

/** Sentences about the meaning of the figures of a sequence of runs. Pure functions. */
public final class StudyWarnings {
    private StudyWarnings() {}

    /**
     * The subjects of warnings in a cell.
     *
     * @param name its name, empty for trials of a run file
     * @param excessive figures whose trials differ by more than chance within each of them explains
     */
    public record Cell(
            String name, List<String> excessive, List<String> outcomes, List<Map<String, String>> software) {}

    public static List<String> of(List<Cell> cells) {
        List<String> warnings = new ArrayList<>();
        String mixed = RunSoftware.differences(
                cells.stream().flatMap(cell -> cell.software().stream()).toList());
        if (!mixed.isEmpty()) {
            warnings.add(mixed);
        }
        for (Cell cell : cells) {
            String name = cell.name().isEmpty() ? "" : " of '" + cell.name() + "'";
            String unlike = RunSoftware.differencesWithin(cell.name(), cell.software());
            if (!unlike.isEmpty()) {
                warnings.add(unlike);
            }
            if (!cell.excessive().isEmpty()) {
                warnings.add("The trials" + name + " differ by more than chance within each of them explains: "
                        + String.join(", ", cell.excessive())
                        + ". Something changed between them; compare the environments of the runs.");
            }
            long invalid = cell.outcomes().stream()
                    .filter(Outcome.INVALID.label()::equals)
                    .count();
            if (invalid > 0) {
                warnings.add(invalid + " of " + cell.outcomes().size() + " runs" + name
                        + " were invalid and count in no figure.");
            }
        }
        return warnings;
    }
}
