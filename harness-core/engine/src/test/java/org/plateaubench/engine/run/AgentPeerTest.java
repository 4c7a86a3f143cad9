// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.run.RunSetup.AgentLink;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** How long an agent has been silent, measured by the arrival of its messages. */
final class AgentPeerTest {
    private static final long SECOND = 1_000_000_000L;

    private final PartialTransport transport = new PartialTransport();

    /** A connection on which messages arrive in parts. */
    private static final class PartialTransport implements Transport<ToAgent, ToController> {
        private final Deque<ToController> arrived = new ArrayDeque<>();
        private long parts;

        @Override
        public boolean send(ToAgent message) {
            return true;
        }

        @Override
        public @Nullable ToController receive(long timeoutNanos) {
            return arrived.poll();
        }

        @Override
        public long arrivedParts() {
            return parts;
        }

        @Override
        public void close() {}
    }

    private AgentPeer peer() throws Exception {
        return new AgentPeer(new AgentLink("local", transport), true, 0);
    }

    /** On a slow connection a snapshot of 16 MiB takes longer than the silence after which an agent is lost. */
    @Test
    void agentSendingALongMessageIsNotSilent() throws Exception {
        AgentPeer peer = peer();
        for (int second = 1; second <= 60; second++) {
            transport.parts += second % 10 == 0 ? 1 : 0;
            assertThat(peer.poll(second * SECOND)).isNull();
            assertThat(peer.silentNanos(second * SECOND)).isLessThanOrEqualTo(9 * SECOND);
        }
    }

    @Test
    void agentIsSilentSinceTheLastArrival() throws Exception {
        AgentPeer peer = peer();
        transport.parts = 7;
        peer.poll(10 * SECOND);
        peer.poll(20 * SECOND);
        assertThat(peer.silentNanos(30 * SECOND)).isEqualTo(20 * SECOND);
        transport.arrived.add(new ToController.Heartbeat(0));
        assertThat(peer.poll(40 * SECOND)).isNotNull();
        assertThat(peer.silentNanos(40 * SECOND)).isZero();
    }
}
