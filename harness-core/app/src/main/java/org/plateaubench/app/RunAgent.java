// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.plateaubench.engine.run.RunSetup.AgentLink;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

interface RunAgent extends AutoCloseable {
    int MAX_QUEUED_MESSAGES = 1_024;

    int END_SECONDS = 15;

    Transport<ToAgent, ToController> transport();

    /** Ends the connection, and waits for the end of the agent for at most some seconds, or until it is interrupted. */
    @Override
    void close();

    final class LocalAgents implements AgentSource.Joined {
        private final Map<String, RunAgent> agents = new LinkedHashMap<>();

        /**
         * Starts the agents, and does not wait for them. If one cannot be started, its transport fails with the reason.
         */
        LocalAgents(List<String> names, Function<String, RunAgent> source) {
            names.forEach(name -> agents.put(name, source.apply(name)));
        }

        @Override
        public List<AgentLink> links() {
            List<AgentLink> links = new ArrayList<>();
            agents.forEach((name, agent) -> links.add(new AgentLink(name, agent.transport())));
            return links;
        }

        /** Ends all agents in parallel, since each may take several seconds. */
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
}
