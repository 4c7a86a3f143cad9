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

    /** A sentence about them; empty when there are none. */
    static String sentence(List<SutIncarnation> before, List<SutIncarnation> after) {
        Map<String, SutIncarnation> now = new LinkedHashMap<>();
        after.forEach(life -> now.put(life.server(), life));
        List<String> changes = new ArrayList<>();
        for (SutIncarnation life : before) {
            SutIncarnation found = now.remove(life.server());
            if (found == null) {
                changes.add(life.server() + " is no longer part of the SUT.");
            } else if (!found.identity().equals(life.identity())) {
                changes.add(life.server() + " was restarted, replaced or failed over during the run (before: "
                        + said(life) + "; now: " + said(found) + ").");
            }
        }
        if (!before.isEmpty()) {
            now.values().forEach(life -> changes.add(life.server() + " (" + said(life) + ") was not there before."));
        }
        return String.join(" ", changes);
    }

    private static String said(SutIncarnation life) {
        return life.since().isEmpty() ? life.identity() : life.identity() + ", " + life.since();
    }
}
