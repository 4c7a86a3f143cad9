// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.rig.Role;
import org.plateaubench.rig.TestBroker;

final class WithdrawnAgentsTest {
    @TempDir
    private Path folder;

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    void controllersAreToldSeveralTimesButNotOfOneThatIsAdmittedAgain() throws Exception {
        BrokerFolder broker = TestBroker.prepare(folder.resolve("broker"));
        broker.add("load1", Role.AGENT);
        broker.add("load2", Role.AGENT);
        broker.add("desk", Role.CONTROLLER);
        try (WithdrawnAgents withdrawn = new WithdrawnAgents(broker, told::add)) {
            assertThat(withdrawn).isNotNull();
            broker.remove("desk");
            broker.remove("load1");
            assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("load1");
            awaitTwice("load1");
            broker.add("load1", Role.AGENT);
            broker.remove("load2");
            // The first look that finds load2 gone finds load1 again.
            awaitTwice("load2");
            told.clear();
            for (int each = 0; each < 3; each++) {
                assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("load2");
            }
        }
    }

    /** A controller may engage it at once, which the next message would end. */
    @Test
    void noControllerIsToldOfAnAgentOnceItIsAdmittedAgain() throws Exception {
        BrokerFolder broker = TestBroker.prepare(folder.resolve("broker"));
        broker.add("load1", Role.AGENT);
        broker.add("load2", Role.AGENT);
        Consumer<String> admitting = agent -> {
            told.add(agent);
            if (agent.equals("load1")) {
                replace(broker, "load2", "load1");
            }
        };
        try (WithdrawnAgents withdrawn = new WithdrawnAgents(broker, admitting)) {
            assertThat(withdrawn).isNotNull();
            broker.remove("load1");
            assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("load1");
            for (int each = 0; each < 3; each++) {
                assertThat(told.poll(60, TimeUnit.SECONDS)).isEqualTo("load2");
            }
        }
    }

    private static void replace(BrokerFolder broker, String removed, String added) {
        try {
            broker.remove(removed);
            broker.add(added, Role.AGENT);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitTwice(String agent) throws InterruptedException {
        for (int times = 0; times < 2; ) {
            String next = told.poll(60, TimeUnit.SECONDS);
            assertThat(next).as("in time").isNotNull();
            times += agent.equals(next) ? 1 : 0;
        }
    }
}
