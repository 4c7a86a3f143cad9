// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;

/** What tests expect of outcomes. */
final class Outcomes {
    private Outcomes() {}

    /** An error after which the connection is still good. */
    static void assertError(Outcome outcome, String errorClass) {
        assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(OutcomeKind.ERROR);
        assertThat(outcome.reason()).as(outcome.toString()).isEqualTo(errorClass);
        assertThat(outcome.connectionLost()).as("the connection is lost").isFalse();
    }

    /** An error that cost the connection. */
    static void assertLost(Outcome outcome, String errorClass) {
        assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(OutcomeKind.ERROR);
        assertThat(outcome.reason()).as(outcome.toString()).isEqualTo(errorClass);
        assertThat(outcome.connectionLost()).as("the connection is lost").isTrue();
    }

    /** A connection that could not be opened, and the reason. */
    static void assertRefused(Outcome outcome, String words) {
        assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(OutcomeKind.ERROR);
        assertThat(outcome.message()).containsIgnoringCase(words);
    }
}
