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

/** Which controller may lease an agent, with a real nats-server. */
@Tag("slow")
final class LeaseHoldersTest {
    @RegisterExtension
    final TestRig broker = new TestRig();

    private static Rig rig(Credentials user) throws IOException, InterruptedException {
        return new Rig(user, user.name() + " (process 1 of localhost)", System::nanoTime);
    }

    /** Its holder may renew the lease between the removal and the other's try, and then it is removed again. */
    private static Transport<ToAgent, ToController> takenAway(BrokerConnection own, Rig second) throws Exception {
        long until = System.nanoTime() + TestRig.LONG;
        while (true) {
            own.client().keyValue(Subjects.LEASES).delete("load1");
            try {
                return TestRig.engage(second, "run-2");
            } catch (IOException e) {
                if (!String.valueOf(e.getMessage()).contains("is in use by") || System.nanoTime() > until) {
                    throw e;
                }
            }
        }
    }

    /** As in two containers: user, process and host have the same names. The one that was paused has lost the agent. */
    @Test
    void controllersWithSameNameAreDistinguished() throws Exception {
        try (Rig paused = rig(broker.desk());
                Rig second = rig(broker.desk());
                AgentLine line = broker.line(broker.load());
                BrokerConnection own = BrokerConnection.open(broker.desk(), new RecordingWatcher(broker.notices))) {
            var agreed = broker.agreeing(line);
            try (Transport<ToAgent, ToController> lost = TestRig.engage(paused, "run-1")) {
                agreed.get(60, TimeUnit.SECONDS);
                var again = broker.agreeing(line);
                try (Transport<ToAgent, ToController> controller = takenAway(own, second)) {
                    again.get(60, TimeUnit.SECONDS);
                    assertThatThrownBy(() -> lost.receive(TestRig.LONG / 2))
                            .isInstanceOf(PeerLostException.class)
                            .hasMessage("Another controller has taken agent load1.");
                    assertThat(controller.send(new ToAgent.Abort("over"))).isTrue();
                }
            }
        }
    }

    /** Its holder learns by the first renewal that it is lost, and is never given it back by another one. */
    @Test
    void leaseOfAnotherControllerIsNotRenewedOrReleased() throws Exception {
        try (BrokerConnection own = BrokerConnection.open(broker.desk(), new RecordingWatcher(broker.notices))) {
            KeyValue kept = Lease.of(own.client());
            Lease lost = Lease.take(() -> kept, "load1", Lease.holder("one"), 0);
            kept.delete("load1");
            Lease other = Lease.take(() -> kept, "load1", Lease.holder("other"), 0);

            assertThat(lost.renew(0)).isFalse();
            assertThat(lost.renew(0)).isFalse();
            lost.release();

            assertThat(kept.get("load1"))
                    .isNotNull()
                    .satisfies(lease -> assertThat(lease.getRevision()).isEqualTo(other.number()));
            assertThat(other.renew(0)).isTrue();
            other.release();
            assertThat(kept.get("load1")).isNull();
        }
    }

    /** The broker tells it apart from the answer for which the call waits. */
    @Test
    void agentPosingAsControllerIsRefused() {
        Credentials load = broker.load();
        Credentials forged =
                new Credentials(load.name(), Role.CONTROLLER, load.url(), load.authority(), load.password(), null);
        assertThatThrownBy(() -> rig(forged))
                .hasMessageContaining(" refuses load1: Permissions Violation for Publish to \"$JS.API");
    }
}
