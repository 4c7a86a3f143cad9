// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.plateaubench.agent.AgentSession;
import org.plateaubench.engine.run.PluginEnds;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginFaultLog;
import org.plateaubench.loader.PluginOutput;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.clock.TimerSlack;
import org.plateaubench.wire.SocketTransport;

/** The agent's side of {@link AgentProcess}, which does the whole work of that process. */
public final class ForkedAgent {
    private ForkedAgent() {}

    /**
     * Executes the agent's part of one run; returns when the run is over or the controller has ended.
     *
     * @param clockOrigin origin of the controller's clock, which this process also reads
     */
    @SuppressWarnings("try") // The attachments only have to be held.
    public static void run(String agent, Path socket, long clockOrigin, Path faults, OutputStream output)
            throws IOException {
        // Threads that are started from here inherit the timer slack.
        TimerSlack.reduceForThisThread();
        NanoClock clock = SystemClock.since(clockOrigin);
        try (PluginOutput.Attachment printed = PluginOutput.ofProcess().to(output::write);
                PluginOutput.Attachment thrown = PluginFaultLog.ofProcess().to(faults);
                Installation installation = Installation.open()) {
            PluginCatalog catalog = installation.catalog();
            new AgentSession(
                            agent,
                            SocketTransport.toController(
                                    RunAgent.MESSAGES_ON_THE_WAY,
                                    () -> SocketChannel.open(UnixDomainSocketAddress.of(socket))),
                            catalog,
                            clock,
                            () -> PluginEnds.sentences(catalog, clock))
                    .run();
        }
    }
}
