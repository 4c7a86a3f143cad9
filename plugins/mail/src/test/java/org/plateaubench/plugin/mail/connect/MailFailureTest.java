// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class MailFailureTest {
    /** A refused request had no effect; a request without a response may have had one. */
    @Test
    void onlyRefusalsLeaveNoEffect() {
        EnumSet<MailError> doubtful = EnumSet.noneOf(MailError.class);
        for (MailError error : MailError.values()) {
            if (!new MailFailure(error, "", false).leftNoEffect()) {
                doubtful.add(error);
            }
        }
        assertThat(doubtful)
                .containsExactlyInAnyOrder(
                        MailError.CONNECTION, MailError.PROTOCOL, MailError.SERVER, MailError.WRONG_ANSWER);
    }

    /** Submission and calendars have connections of their own: a user who loses one is still signed in to its mailbox. */
    @Test
    void failureOfAnotherConnectionKeepsTheMailbox() {
        MailFailure lost = new MailFailure(MailError.CONNECTION, "gone", true);
        assertThat(lost.outcome().connectionLost()).isTrue();
        assertThat(lost.withConnectionLost(false).outcome().connectionLost()).isFalse();
        assertThat(lost.withConnectionLost(false).outcome().reason()).isEqualTo("connection");
    }
}
