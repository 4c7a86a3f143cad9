// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.EventResult;
import org.plateaubench.engine.judge.figures.EventResult.Effect;
import org.plateaubench.engine.judge.figures.EventResult.Side;

final class EventLines {
    private static final int MOST = 6;

    private EventLines() {}

    /** The sentences; collections of agents, of which most runs have some, are only in the report. */
    static List<String> of(List<EventResult> events) {
        List<EventResult> told = events.stream()
                .filter(event -> !event.kind().equals(EventResult.AGENT_COLLECTION))
                .toList();
        List<String> lines = new ArrayList<>();
        told.stream().limit(MOST).forEach(event -> lines.add(line(event)));
        if (told.size() > MOST) {
            lines.add("And " + (told.size() - MOST) + " more kinds of events, which are in result.json.");
        }
        if (told.stream().flatMap(event -> event.effects().stream()).anyMatch(EventLines::hasInterval)) {
            lines.add("Intervals are of 95 % and not adjusted for several comparisons.");
        }
        return lines;
    }

    private static String line(EventResult event) {
        String head = event.kind() + " (" + Figures.times(event.count()) + ", at most "
                + Figures.text(event.meanSeconds(), "s") + ")";
        @Nullable
        Effect most = event.effects().stream()
                .max(Comparator.comparing(EventLines::hasIntervals)
                        .thenComparing(Effect::percentile)
                        .thenComparingDouble(effect -> Math.abs(
                                Math.log(effect.inside().ms() / effect.outside().ms()))))
                .orElse(null);
        return most == null
                ? head + ": no operation was due both within and outside."
                : head + ": " + most.percentile() + " of " + most.workload() + " " + most.operation() + " is "
                        + text(most.inside()) + " within and " + text(most.outside()) + " outside.";
    }

    private static boolean hasInterval(Effect effect) {
        return effect.inside().lowerMs() != null || effect.outside().lowerMs() != null;
    }

    private static boolean hasIntervals(Effect effect) {
        return effect.inside().lowerMs() != null && effect.outside().lowerMs() != null;
    }

    private static String text(Side side) {
        Double lower = side.lowerMs();
        Double upper = side.upperMs();
        return (side.lowerBound() ? "at least " : "")
                + Figures.text(side.ms(), "ms")
                + (lower == null || upper == null
                        ? ""
                        : " (" + Figures.text(lower) + " to " + Figures.text(upper) + ")");
    }
}
