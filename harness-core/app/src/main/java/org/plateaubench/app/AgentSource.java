// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.plateaubench.app.CalibratedRate.RequestedRate;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.RunSetup.AgentLink;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

public interface AgentSource {
    List<String> names();

    /** The hosts of the agents by agent name; hosts without a calibration are calibrated now, others are left out. */
    Map<String, RequestedRate.Host> hosts() throws InterruptedException;

    /** Connects to all agents; if one is unavailable, no connection is kept. */
    ConnectedAgents connect(String runId, PluginCatalog catalog, RunPlan plan) throws IOException, InterruptedException;

    /** Called when a run has ended. Removes its measurements from the broker if its folder is complete. */
    void runEnded(RunFolder folder) throws InterruptedException;

    interface ConnectedAgents extends AutoCloseable {
        List<AgentLink> links();

        /** Ends the connections, and waits for some seconds, or until interrupted, for the end of the agents. */
        @Override
        void close();
    }

    /** An agent on this host. */
    interface RunAgent extends AutoCloseable {
        int MAX_QUEUED_MESSAGES = 1_024;

        int END_SECONDS = 15;

        Transport<ToAgent, ToController> transport();

        /** Ends the connection, and waits for some seconds, or until interrupted, for the end of the agent. */
        @Override
        void close();
    }

    final class LocalAgents implements ConnectedAgents {
        private final Map<String, RunAgent> agents = new LinkedHashMap<>();

        /** Starts the agents without waiting for them; the transport of one that cannot be started gives the reason. */
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
