// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import java.util.HashMap;
import java.util.Map;
import org.plateaubench.wire.ToController;

/**
 * What agents say of SUTs in the same words: every agent that drives load asks plugins about all of them, so that one that fails would be
 * recorded as often as there are agents. Not thread-safe.
 */
public final class FaultsOfSuts {
    /** An agent may send anything, and what it sends is remembered. */
    private static final int MOST = 1_000;

    private final Map<String, String> agents = new HashMap<>();

    /** Whether no other agent has said it before. */
    public boolean isFirst(String agent, ToController.AgentEvent event) {
        if (!event.scope().startsWith("sut/")) {
            return true;
        }
        String said = event.kind() + " " + event.scope() + " " + event.message();
        return agents.size() >= MOST
                ? agents.getOrDefault(said, agent).equals(agent)
                : agents.computeIfAbsent(said, first -> agent).equals(agent);
    }
}
