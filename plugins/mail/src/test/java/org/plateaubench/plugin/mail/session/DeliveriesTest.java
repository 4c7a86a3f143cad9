// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.delivery.DeliveryEvent;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.testkit.CountingUser;

class DeliveriesTest {
    private static final long NOW_MILLIS = 1_795_300_000_000L;

    private final Deliveries deliveries = new Deliveries(NOW_MILLIS);
    private final Recording recording = new Recording();

    /** A user that records what it is given. */
    private static final class Recording extends CountingUser {
        private final List<String> observed = new ArrayList<>();

        Recording() {
            super(0);
        }

        @Override
        public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
            observed.add((series + " " + startNanos + " to " + endNanos + " " + outcome.kind() + " " + outcome.reason())
                    .strip());
        }
    }

    @BeforeEach
    void report() {
        deliveries.reportTo(recording, new Tally(recording));
    }

    @Test
    void aTokenIsOneOfThisRunWhicheverAgentMadeIt() {
        Deliveries otherAgent = new Deliveries(NOW_MILLIS - 3_000);
        assertThat(deliveries.isOurs(deliveries.token(1))).isTrue();
        assertThat(deliveries.isOurs(otherAgent.token(1))).isTrue();
        assertThat(otherAgent.isOurs(deliveries.token(1))).isTrue();
    }

    @Test
    void aTokenOfTheLastRunAndAnotherTextAreNot() {
        Deliveries lastRun = new Deliveries(NOW_MILLIS - 60_000);
        assertThat(deliveries.isOurs(lastRun.token(1))).isFalse();
        assertThat(deliveries.isOurs("somebody-else")).isFalse();
        assertThat(deliveries.isOurs("..")).isFalse();
    }

    @Test
    void aDeliveryIsTimedFromTheAnswerToTheAnnouncement() {
        deliveries.delivered(1_000, 4_000);
        assertThat(recording.observed).containsExactly("delivery 1000 to 4000 OK");
        assertThat(recording.counted()).containsEntry(MailMeasure.DELIVERIES_TIMED.title(), 1L);
    }

    /** A timeout, so that percentiles rank it above every time that was measured. */
    @Test
    void aCopyThatNobodyWasToldOfIsATimeoutOfItsSeries() {
        deliveries.unseen(1_000, 9_000);
        assertThat(recording.observed).containsExactly("delivery 1000 to 9000 ERROR timeout");
    }

    @Test
    void whatIsLateOrTwiceIsCountedByTheNameThatAChecksAsks() {
        deliveries.happened(DeliveryEvent.LATE);
        deliveries.happened(DeliveryEvent.DUPLICATE);
        assertThat(recording.counted())
                .containsEntry(MailMeasure.DELIVERIES_LATE.title(), 1L)
                .containsEntry(MailMeasure.DUPLICATES.title(), 1L);
    }
}
