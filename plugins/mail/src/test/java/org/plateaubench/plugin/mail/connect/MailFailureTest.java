// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class MailFailureTest {
    /** A refused request had no effect; a request without a response may have had one. */
    @Test
    void onlyRefusalsLeaveNoEffect() {
        EnumSet<MailError> uncertain = EnumSet.noneOf(MailError.class);
        for (MailError error : MailError.values()) {
            if (!new MailFailure(error, "", false).leftNoEffect()) {
                uncertain.add(error);
            }
        }
        assertThat(uncertain)
                .containsExactlyInAnyOrder(
                        MailError.CONNECTION, MailError.PROTOCOL, MailError.SERVER, MailError.WRONG_ANSWER);
    }

    /** A user who loses the connection to submission or calendars is still signed in to the mailbox. */
    @Test
    void failureOfAnotherConnectionKeepsTheMailbox() {
        MailFailure lost = new MailFailure(MailError.CONNECTION, "gone", true);
        assertThat(lost.outcome().connectionLost()).isTrue();
        assertThat(lost.withConnectionLost(false).outcome().connectionLost()).isFalse();
        assertThat(lost.withConnectionLost(false).outcome().reason()).isEqualTo("connection");
    }
}
