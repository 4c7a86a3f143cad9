// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.spi.SutContext;

/** What was done before the load of a run, in one line with the time that it took. Confined to one thread at a time. */
final class Preparation {
    /** The unit of work whose number says nothing. */
    private static final String STEPS = "steps";

    private final RunPlan plan;
    private final InstantSource clock;
    private final Instant begun;
    private final Map<String, Map<String, Long>> loaded = new LinkedHashMap<>();

    Preparation(RunPlan plan, InstantSource clock) {
        this.plan = plan;
        this.clock = clock;
        this.begun = clock.instant();
    }

    /** Records progress; returns it in words, without totals, which loaders may only estimate. */
    String progress(String scope, String activity, long done, long total, String unit) {
        if (total > 0 && done >= total && !unit.equals(STEPS)) {
            loaded.computeIfAbsent(unit, name -> new HashMap<>()).put(scope + activity, done);
        }
        String who = scope.isEmpty() ? activity : LiveText.shown(scope, plan) + ": " + activity;
        if (total <= 0) {
            return done == 0 ? who : who + ", " + Figures.text(done) + " " + unit;
        }
        return who + ", " + Math.min(100, 100 * done / total) + " %";
    }

    /** A line of the SUTs that were started or reached, and the data that was loaded; none for nothing. */
    List<String> summary() {
        List<String> parts = new ArrayList<>();
        add(parts, SutContext.Mode.EMBEDDED, "started");
        add(parts, SutContext.Mode.EXTERNAL, "reached");
        loaded.forEach((unit, counts) -> parts.add(
                Figures.text(counts.values().stream().mapToLong(Long::longValue).sum()) + " " + unit + " loaded"));
        long seconds = Duration.between(begun, clock.instant()).toSeconds();
        return parts.isEmpty() ? List.of() : List.of("\u2713 " + String.join(", ", parts) + " (" + seconds + " s)");
    }

    private void add(List<String> parts, SutContext.Mode mode, String done) {
        Map<String, Long> services = plan.suts().stream()
                .filter(sut -> sut.mode() == mode)
                .collect(Collectors.groupingBy(PlannedSut::service, LinkedHashMap::new, Collectors.counting()));
        services.forEach((service, count) -> parts.add((count == 1 ? "" : count + " x ") + service + " " + done));
    }
}
