// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.testkit.CountingUser;

class AgentCountersTest {
    private final List<String> observed = new ArrayList<>();
    private final AgentCounters agentCounters = new AgentCounters();
    private final CountingUser first = new CountingUser(0) {
        @Override
        public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
            observed.add((series + " " + startNanos + " to " + endNanos + " " + outcome.kind() + " " + outcome.reason())
                    .strip());
        }
    };

    @Test
    void countsAreReportedThroughFirstUser() {
        CountingUser second = new CountingUser(1);

        assertThat(agentCounters.registerIfFirst(first)).isTrue();
        assertThat(agentCounters.registerIfFirst(second)).isFalse();
        agentCounters.add(MailMeasure.DELIVERIES_LATE, 1);
        agentCounters.add(MailMeasure.IDLE_WATCHES, 2);
        agentCounters.add(MailMeasure.IDLE_WATCHES, -1);

        assertThat(first.counted(MailMeasure.DELIVERIES_LATE.title())).isEqualTo(1);
        assertThat(agentCounters.idleWatches()).isEqualTo(1);
    }

    /** A delivery that the server does not announce is a timeout, which percentiles rank above every measured time. */
    @Test
    void unannouncedDeliveryIsATimeout() {
        agentCounters.registerIfFirst(first);
        agentCounters.observed(1_000, 4_000, true);
        agentCounters.observed(1_000, 9_000, false);

        assertThat(observed).containsExactly("delivery 1000 to 4000 OK", "delivery 1000 to 9000 ERROR timeout");
    }
}
