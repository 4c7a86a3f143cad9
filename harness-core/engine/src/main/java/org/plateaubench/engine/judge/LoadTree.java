// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.engine.plan.GapText;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.StepText;

/** The load of a workload for a result: plain values, with the pacing in words. */
final class LoadTree {
    private LoadTree() {}

    static Map<String, Object> of(PlannedWorkload planned) {
        Map<String, Object> tree = new LinkedHashMap<>();
        switch (planned.load()) {
            case Load.Closed closed -> {
                tree.put("kind", "closed");
                tree.put("users", closed.users());
                tree.put("depth", closed.depth());
                Map<String, Object> pacing = new LinkedHashMap<>();
                planned.pacing().forEach((unit, value) -> pacing.put(unit, words(value)));
                tree.put("pacing", pacing);
                if (closed.backlogPerUser() != null) {
                    tree.put("backlogPerUser", closed.backlogPerUser());
                }
            }
            case Load.Open open -> {
                tree.put("kind", "open");
                tree.put("ratePerSecond", open.ratePerSecond());
                tree.put("arrival", open.arrival().name().toLowerCase(Locale.ROOT));
                tree.put("users", open.users());
                tree.put("depth", open.depth());
                tree.put("lanes", open.lanes());
                tree.put("queueBound", open.queueBound());
            }
        }
        if (!planned.load().steps().isEmpty()) {
            tree.put(
                    "steps",
                    planned.load().steps().stream()
                            .map(step -> StepText.of(planned.load(), step))
                            .toList());
        }
        tree.put("label", planned.label());
        return tree;
    }

    private static String words(Pacing pacing) {
        String kind = pacing.kind() == Pacing.Kind.THINK ? "think time " : "cycle time ";
        String late = pacing.kind() == Pacing.Kind.CYCLE && pacing.onLate() == Pacing.OnLate.REBASE
                ? ", rebased when late"
                : "";
        return kind + words(pacing.gap()) + late;
    }

    private static String words(Distribution gap) {
        return switch (gap) {
            case Distribution.Fixed fixed -> "fixed " + GapText.said(fixed.time());
            case Distribution.Uniform uniform ->
                "uniform " + GapText.said(uniform.min()) + " to " + GapText.said(uniform.max());
            case Distribution.Exponential exponential -> {
                Duration max = exponential.max();
                yield "exponential " + GapText.said(exponential.mean())
                        + (exponential.min().isZero() ? "" : ", at least " + GapText.said(exponential.min()))
                        + (max == null ? "" : ", at most " + GapText.said(max))
                        + (exponential.shift().isZero() ? "" : ", plus " + GapText.said(exponential.shift()));
            }
        };
    }
}
