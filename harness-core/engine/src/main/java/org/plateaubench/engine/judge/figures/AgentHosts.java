// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.plateaubench.engine.run.event.EventDetails.AgentProcess;
import org.plateaubench.engine.store.RunEvent;

/** The hosts of the agents of a run, from the events that name them. Immutable. */
public final class AgentHosts {
    private final Map<String, String> hosts = new TreeMap<>();

    public AgentHosts(List<RunEvent> events) {
        for (RunEvent event : events) {
            event.as(AgentProcess.class).ifPresent(process -> hosts.put(Scope.agentOf(event.scope()), process.host()));
        }
    }

    public String host(String agent) {
        return hosts.getOrDefault(agent, "");
    }

    public Set<String> hosts(Set<String> agents) {
        return agents.stream().map(this::host).filter(host -> !host.isEmpty()).collect(Collectors.toSet());
    }

    /** The host of an agent as part of a sentence, such as {@code " on host lab1"}; empty when it is not known. */
    public String on(String agent) {
        String host = host(agent);
        return host.isEmpty() ? "" : " on host " + host;
    }
}
