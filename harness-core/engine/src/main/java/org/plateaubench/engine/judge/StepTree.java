// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Window;

/** The steps of a workload for {@code result.json}. */
final class StepTree {
    private StepTree() {}

    static List<Map<String, @Nullable Object>> of(Judgement judgement, WorkloadResult workload) {
        List<Map<String, @Nullable Object>> trees = new ArrayList<>();
        for (StepResult step : workload.steps()) {
            Verdict verdict = judgement.verdictOf(workload, step);
            Window window = step.window();
            Map<String, @Nullable Object> load = new LinkedHashMap<>();
            load.put("level", step.level());
            load.put("mean", step.meanLevel());
            load.put("highest", step.highestLevel());
            Map<String, @Nullable Object> tree = new LinkedHashMap<>();
            tree.put("step", step.portion().number());
            tree.put("label", step.portion().label());
            tree.put("start", window == null ? null : window.start().toString());
            tree.put("end", window == null ? null : window.end().toString());
            tree.put("seconds", window == null ? null : window.seconds());
            tree.put("complete", step.complete());
            tree.put("load", load);
            tree.put("meanLiveUsers", step.meanLiveUsers());
            tree.put("edges", ResultTree.edges(step.edges()));
            tree.put("backlog", BacklogResult.tree(step.backlog()));
            tree.put("verdict", verdict == null ? null : verdict.label());
            tree.put("lagMs", step.lag().tree());
            tree.put("all", ResultTree.block(step.all()));
            tree.put("operations", ResultTree.lines(step.lines()));
            trees.add(tree);
        }
        return trees;
    }
}
