// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.time.Duration;
import java.util.List;
import org.plateaubench.agent.AgentSession;
import org.plateaubench.engine.plan.Planner;
import org.plateaubench.engine.run.AgentLink;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.wire.InJvmTransport;

/**
 * The one agent of a run on this host, a thread of this process.
 *
 * @param clock clock of this process
 */
record LocalThread(NanoClock clock) implements AgentSource {
    private static final int MESSAGES_ON_THE_WAY = 1_024;
    private static final Duration END_LIMIT = Duration.ofSeconds(15);

    @Override
    public List<String> names() {
        return List.of(Planner.LOCAL_AGENT);
    }

    @Override
    public Joined join(String runId, PluginCatalog catalog) {
        InJvmTransport transport = new InJvmTransport(MESSAGES_ON_THE_WAY);
        AgentSession session = new AgentSession(Planner.LOCAL_AGENT, transport.agentEnd(), catalog, clock);
        Thread agent = Thread.ofPlatform()
                .daemon()
                .name("plateau-agent-" + Planner.LOCAL_AGENT)
                .start(clock.participating(session));
        return new Joined() {
            @Override
            public List<AgentLink> links() {
                return List.of(new AgentLink(Planner.LOCAL_AGENT, transport.controllerEnd()));
            }

            @Override
            public void close() {
                transport.controllerEnd().close();
                try {
                    agent.join(END_LIMIT);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }
}
