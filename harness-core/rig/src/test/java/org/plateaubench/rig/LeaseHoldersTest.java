// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.KeyValue;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** Tests with a real nats-server which controller may lease an agent. */
@Tag("slow")
final class LeaseHoldersTest {
    @RegisterExtension
    final BrokerFixture broker = new BrokerFixture();

    private static RigConnection rig(Credentials user) throws IOException, InterruptedException {
        return new RigConnection(user, user.name() + " (process 1 of localhost)", System::nanoTime);
    }

    /** Removes the lease until the second controller gets it, since its holder may renew it in between. */
    private static Transport<ToAgent, ToController> engageAfterRemoval(
            BrokerConnection connection, RigConnection second) throws Exception {
        long until = System.nanoTime() + BrokerFixture.LONG;
        while (true) {
            connection.client().keyValue(Subjects.LEASE_BUCKET).delete("load1");
            try {
                return BrokerFixture.engage(second, "run-2");
            } catch (IOException e) {
                if (!String.valueOf(e.getMessage()).contains("is in use by") || System.nanoTime() > until) {
                    throw e;
                }
            }
        }
    }

    /** User, process and host have the same names, as in two containers. The controller that was paused loses the agent. */
    @Test
    void controllersWithSameNameAreDistinguished() throws Exception {
        try (RigConnection paused = rig(broker.controllerCredentials());
                RigConnection second = rig(broker.controllerCredentials());
                AgentConnections connections = broker.connections(broker.agentCredentials());
                BrokerConnection connection =
                        BrokerConnection.open(broker.controllerCredentials(), new RecordingWatcher(broker.notices))) {
            var firstRun = broker.acceptNextRun(connections);
            try (Transport<ToAgent, ToController> lost = BrokerFixture.engage(paused, "run-1")) {
                firstRun.get(60, TimeUnit.SECONDS);
                var secondRun = broker.acceptNextRun(connections);
                try (Transport<ToAgent, ToController> controller = engageAfterRemoval(connection, second)) {
                    secondRun.get(60, TimeUnit.SECONDS);
                    assertThatThrownBy(() -> lost.receive(BrokerFixture.LONG / 2))
                            .isInstanceOf(PeerLostException.class)
                            .hasMessage("Another controller has taken agent load1.");
                    assertThat(controller.send(new ToAgent.Abort("over"))).isTrue();
                }
            }
        }
    }

    /** The first renewal reports that the lease is lost; further calls do not change the new lease. */
    @Test
    void leaseOfAnotherControllerIsNotRenewedOrReleased() throws Exception {
        try (BrokerConnection connection =
                BrokerConnection.open(broker.controllerCredentials(), new RecordingWatcher(broker.notices))) {
            KeyValue bucket = Lease.of(connection.client());
            Lease lost = Lease.acquire(() -> bucket, "load1", Lease.holder("one"), 0);
            bucket.delete("load1");
            Lease other = Lease.acquire(() -> bucket, "load1", Lease.holder("other"), 0);

            assertThat(lost.renew(0)).isFalse();
            assertThat(lost.renew(0)).isFalse();
            lost.release();

            assertThat(bucket.get("load1"))
                    .isNotNull()
                    .satisfies(lease -> assertThat(lease.getRevision()).isEqualTo(other.number()));
            assertThat(other.renew(0)).isTrue();
            other.release();
            assertThat(bucket.get("load1")).isNull();
        }
    }

    /** The broker reports missing permissions separately from the answer of a request. */
    @Test
    void agentPosingAsControllerIsRefused() {
        Credentials load = broker.agentCredentials();
        Credentials forged =
                new Credentials(load.name(), Role.CONTROLLER, load.url(), load.authority(), load.password(), null);
        assertThatThrownBy(() -> rig(forged))
                .hasMessageContaining(" refuses load1: Permissions Violation for Publish to \"$JS.API");
    }
}
