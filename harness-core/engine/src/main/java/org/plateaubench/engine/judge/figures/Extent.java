// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.PlannedWorkload.SteadyPart;
import org.plateaubench.engine.plan.StepText;
import org.plateaubench.measure.interval.PhaseWindow;

/**
 * The extent of figures: the whole steady window of a workload, or some of the parts into which it is divided.
 *
 * @param parts numbers of its parts; empty for all
 * @param complete whether a portion reached its planned end; true for the whole steady window
 */
public record Extent(@Nullable Window window, @Nullable Portion portion, Set<Integer> parts, boolean complete) {
    public static Extent steady(@Nullable Window window) {
        return new Extent(window, null, Set.of(), true);
    }

    public static Extent step(PlannedWorkload planned, int step, @Nullable Window steady) {
        String label = StepText.of(planned.load(), planned.load().steps().get(step - 1));
        return of(planned, part -> part.step() == step, new Portion(Portion.STEP, step, label), steady);
    }

    public static Extent period(PlannedWorkload planned, int period, String name, @Nullable Window steady) {
        return of(planned, part -> part.period() == period, new Portion(Portion.PERIOD, period, name), steady);
    }

    private static Extent of(
            PlannedWorkload planned, Predicate<SteadyPart> kind, Portion portion, @Nullable Window steady) {
        Set<Integer> numbers = new TreeSet<>();
        Duration start = null;
        Duration end = Duration.ZERO;
        List<SteadyPart> parts = planned.parts();
        for (int i = 0; i < parts.size(); i++) {
            if (kind.test(parts.get(i))) {
                numbers.add(i + 1);
                start = start == null ? parts.get(i).start() : start;
                end = parts.get(i).end();
            }
        }
        Window window =
                steady == null ? null : steady.cut(Objects.requireNonNull(start).toNanos(), end.toNanos());
        boolean complete = window != null && window.endNanos() == end.toNanos();
        return new Extent(window, portion, numbers, complete);
    }

    public boolean contains(PhaseWindow tagged) {
        return tagged.isSteady() && (parts.isEmpty() || parts.contains(Math.max(1, tagged.part())));
    }

    /** A named part of the steady window that is judged separately. */
    public record Portion(String kind, int number, String label) {
        public static final String STEP = "step";
        public static final String PERIOD = "period";

        /** The name of the part in messages, such as {@code step 3 (50 users, 60s)}. */
        @Override
        public String toString() {
            return kind + " " + number + (label.isEmpty() ? "" : " (" + label + ")");
        }
    }
}
