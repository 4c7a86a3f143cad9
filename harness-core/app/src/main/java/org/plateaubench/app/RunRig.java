// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.run.sut.RunSetup.AgentLink;

/** The agents of one run on this host. Not thread-safe. */
final class RunRig implements AgentSource.Joined {
    private final Map<String, RunAgent> agents = new LinkedHashMap<>();

    /** Starts the named agents at the same time. */
    RunRig(List<String> names, RunAgent.Source source) {
        names.forEach(name -> agents.put(name, source.engage(name)));
    }

    @Override
    public List<AgentLink> links() {
        List<AgentLink> links = new ArrayList<>();
        agents.forEach((name, agent) -> links.add(new AgentLink(name, agent.transport())));
        return links;
    }

    /** Ends all agents at once, since each may take its time. */
    @Override
    public void close() {
        List<Thread> ending = agents.values().stream()
                .map(agent -> Thread.ofPlatform().name("plateau-agent-end").start(agent::close))
                .toList();
        try {
            for (Thread thread : ending) {
                thread.join();
            }
        } catch (InterruptedException e) {
            ending.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
        }
    }
}
