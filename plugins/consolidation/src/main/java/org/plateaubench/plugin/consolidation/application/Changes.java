// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.UserContext;

/** Counts the changes that one user's operations made: the started and the acknowledged ones, by kind. */
public final class Changes {
    private static final String BEGUN = "Begun";

    private final UserContext user;
    private final Map<String, Long> running = new HashMap<>();

    public record Kind(String name, String unit, String description) {}

    public Changes(UserContext user) {
        this.user = user;
    }

    public static List<MeasureDefinition> measures(List<Kind> kinds) {
        List<MeasureDefinition> measures = new ArrayList<>();
        for (Kind kind : kinds) {
            measures.add(MeasureDefinition.counter(kind.name, kind.unit, kind.description));
            measures.add(MeasureDefinition.counter(
                    kind.name + BEGUN, kind.unit, "The same, started and perhaps not acknowledged."));
        }
        return measures;
    }

    /** Returns how many changes were started and not acknowledged, so that the SUT may or may not have made them. */
    public static long uncertain(SentTotals sent, String kind) {
        return sent.counter(kind + BEGUN) - sent.counter(kind);
    }

    public void begin(String kind, long amount) {
        running.put(kind, amount);
        user.counter(kind + BEGUN).add(amount);
    }

    /** Ends the current operation. If it has failed, its changes remain uncertain. */
    public void end(boolean isAcknowledged) {
        if (isAcknowledged) {
            running.forEach((kind, amount) -> user.counter(kind).add(amount));
        }
        running.clear();
    }
}
