// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.spi.SutIncarnation;

/** Finds the servers of a SUT that were restarted (measurement rule M22). */
final class Restarts {
    private Restarts() {}

    /** A sentence about the restarted servers; empty if there are none. */
    static String sentence(List<SutIncarnation> before, List<SutIncarnation> after) {
        Map<String, SutIncarnation> now = new LinkedHashMap<>();
        after.forEach(incarnation -> now.put(incarnation.server(), incarnation));
        List<String> changes = new ArrayList<>();
        for (SutIncarnation incarnation : before) {
            SutIncarnation found = now.remove(incarnation.server());
            if (found == null) {
                changes.add(incarnation.server() + " is no longer part of the SUT.");
            } else if (!found.identity().equals(incarnation.identity())) {
                changes.add(incarnation.server() + " was restarted, replaced or failed over during the run (before: "
                        + described(incarnation) + "; now: " + described(found) + ").");
            }
        }
        if (!before.isEmpty()) {
            now.values()
                    .forEach(incarnation -> changes.add(
                            incarnation.server() + " (" + described(incarnation) + ") was not there before."));
        }
        return String.join(" ", changes);
    }

    private static String described(SutIncarnation incarnation) {
        return incarnation.since().isEmpty()
                ? incarnation.identity()
                : incarnation.identity() + ", " + incarnation.since();
    }
}
