// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.engine.plan.GapText;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.StepText;

public sealed interface LoadResult {
    /** The label that every output gives its figures, such as that omission is not corrected; empty for none. */
    String label();

    record Closed(
            int users,
            int depth,
            Map<String, String> pacing,
            @JsonInclude(Include.NON_NULL) @Nullable Double backlogPerUser,
            @JsonInclude(Include.NON_EMPTY) List<String> steps,
            String label)
            implements LoadResult {}

    record Open(
            double ratePerSecond,
            Load.Arrival arrival,
            int users,
            int depth,
            int lanes,
            int queueBound,
            @JsonInclude(Include.NON_EMPTY) List<String> steps,
            String label)
            implements LoadResult {}

    static LoadResult of(PlannedWorkload planned) {
        List<String> steps = planned.load().steps().stream()
                .map(step -> StepText.of(planned.load(), step))
                .toList();
        return switch (planned.load()) {
            case Load.Closed closed -> {
                Map<String, String> pacing = new LinkedHashMap<>();
                planned.pacing().forEach((unit, value) -> pacing.put(unit, pacing(value)));
                yield new Closed(
                        closed.users(), closed.depth(), pacing, closed.backlogPerUser(), steps, planned.label());
            }
            case Load.Open open ->
                new Open(
                        open.ratePerSecond(),
                        open.arrival(),
                        open.users(),
                        open.depth(),
                        open.lanes(),
                        open.queueBound(),
                        steps,
                        planned.label());
        };
    }

    static String pacing(Pacing pacing) {
        String kind = pacing.kind() == Pacing.Kind.THINK ? "think time " : "cycle time ";
        String late = pacing.kind() == Pacing.Kind.CYCLE && pacing.onLate() == Pacing.OnLate.REBASE
                ? ", rebased when late"
                : "";
        return kind + words(pacing.gap()) + late;
    }

    private static String words(Distribution gap) {
        return switch (gap) {
            case Distribution.Fixed fixed -> "fixed " + GapText.text(fixed.time());
            case Distribution.Uniform uniform ->
                "uniform " + GapText.text(uniform.min()) + " to " + GapText.text(uniform.max());
            case Distribution.Exponential exponential -> {
                Duration max = exponential.max();
                yield "exponential " + GapText.text(exponential.mean())
                        + (exponential.min().isZero() ? "" : ", at least " + GapText.text(exponential.min()))
                        + (max == null ? "" : ", at most " + GapText.text(max))
                        + (exponential.shift().isZero() ? "" : ", plus " + GapText.text(exponential.shift()));
            }
        };
    }
}
