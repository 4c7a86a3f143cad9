// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.testkit.CountingUser;

class TallyTest {
    private final List<String> observed = new ArrayList<>();
    private final Tally tally = new Tally();
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

        assertThat(tally.begin(first)).isTrue();
        assertThat(tally.begin(second)).isFalse();
        tally.add(MailMeasure.DELIVERIES_LATE, 1);
        tally.add(MailMeasure.IDLE_WATCHES, 2);
        tally.add(MailMeasure.IDLE_WATCHES, -1);

        assertThat(first.counted(MailMeasure.DELIVERIES_LATE.title())).isEqualTo(1);
        assertThat(tally.idleWatches()).isEqualTo(1);
    }

    /** A copy without an announcement is a timeout, so that percentiles rank it above every measured time. */
    @Test
    void missingDeliveriesAreTimeouts() {
        tally.begin(first);
        tally.observed(1_000, 4_000, true);
        tally.observed(1_000, 9_000, false);

        assertThat(observed).containsExactly("delivery 1000 to 4000 OK", "delivery 1000 to 9000 ERROR timeout");
    }
}
