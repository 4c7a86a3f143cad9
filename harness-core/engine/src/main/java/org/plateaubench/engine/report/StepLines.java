// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.judge.result.StepResult;
import org.plateaubench.engine.judge.result.WorkloadResult;

/** The steps of a workload's schedule, for a terminal. */
final class StepLines {
    private StepLines() {}

    /** The table; empty without a schedule. */
    static List<String> of(WorkloadResult workload, int widest) {
        if (workload.steps().isEmpty()) {
            return List.of();
        }
        List<String> heads = new ArrayList<>(TextParts.cells("step", Figure.View.BRIEF, Figure::head));
        heads.add("verdict");
        TextTable table = new TextTable(widest, heads);
        for (StepResult step : workload.steps()) {
            List<String> cells = new ArrayList<>(TextParts.cells(
                    step.step() + " " + step.label(), Figure.View.BRIEF, figure -> TextParts.text(step.all(), figure)));
            cells.add(step.verdict() == null ? unjudged(step) : step.verdict().label());
            table.add(cells);
        }
        return table.lines();
    }

    private static String unjudged(StepResult step) {
        return step.window() == null ? "not reached" : "cut off";
    }
}
