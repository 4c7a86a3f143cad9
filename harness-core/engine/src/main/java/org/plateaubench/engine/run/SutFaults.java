// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.HashMap;
import java.util.Map;
import org.plateaubench.wire.ToController;

/** Removes duplicate faults of SUTs: each agent that drives load asks plugins about all SUTs. Not thread-safe. */
public final class SutFaults {
    private final Map<String, String> agents = new HashMap<>();

    public boolean isFirst(String agent, ToController.AgentEvent event) {
        if (!event.scope().startsWith("sut/")) {
            return true;
        }
        String fault = event.kind() + " " + event.scope() + " " + event.message();
        return agents.computeIfAbsent(fault, first -> agent).equals(agent);
    }
}
