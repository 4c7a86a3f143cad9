// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.time.Duration;
import org.plateaubench.agent.AgentSession;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.wire.InJvmTransport;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** The local agent in a thread of the controller's process. */
record AgentThread(Thread thread, Transport<ToAgent, ToController> transport) implements RunAgent {

    static AgentThread start(PluginCatalog catalog, NanoClock clock) {
        InJvmTransport transport = new InJvmTransport(MESSAGES_ON_THE_WAY);
        AgentSession session = new AgentSession(Planner.LOCAL_AGENT, transport.agentEnd(), catalog, clock);
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("plateau-agent-" + Planner.LOCAL_AGENT)
                .start(clock.participating(session));
        return new AgentThread(thread, transport.controllerEnd());
    }

    @Override
    public void close() {
        transport.close();
        try {
            thread.join(Duration.ofSeconds(END_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
