// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.application;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.UserContext;

/** The changes of one user's operations: for each kind the begun and the acknowledged ones. */
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
                    kind.name + BEGUN, kind.unit, "The same, begun and perhaps not acknowledged."));
        }
        return measures;
    }

    /** Returns how much was begun and not acknowledged, so that it may have been done or not. */
    public static long uncertain(SentTotals sent, String kind) {
        return sent.counter(kind + BEGUN) - sent.counter(kind);
    }

    public void begin(String kind, long amount) {
        running.put(kind, amount);
        user.counter(kind + BEGUN).add(amount);
    }

    /** Ends the running operation, whose changes are uncertain if it has failed. */
    public void end(boolean isAcknowledged) {
        if (isAcknowledged) {
            running.forEach((kind, amount) -> user.counter(kind).add(amount));
        }
        running.clear();
    }
}
