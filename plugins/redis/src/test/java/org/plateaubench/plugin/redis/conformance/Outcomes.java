// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;

/** Assertions about outcomes. */
final class Outcomes {
    private Outcomes() {}

    /** Asserts an error after which the connection remains usable. */
    static void assertError(Outcome outcome, String errorClass) {
        assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(OutcomeKind.ERROR);
        assertThat(outcome.reason()).as(outcome.toString()).isEqualTo(errorClass);
        assertThat(outcome.connectionLost()).as("the connection is lost").isFalse();
    }

    /** Asserts an error after which the connection is lost. */
    static void assertLost(Outcome outcome, String errorClass) {
        assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(OutcomeKind.ERROR);
        assertThat(outcome.reason()).as(outcome.toString()).isEqualTo(errorClass);
        assertThat(outcome.connectionLost()).as("the connection is lost").isTrue();
    }

    /** Asserts that a connection was refused, with a message that contains a text. */
    static void assertRefused(Outcome outcome, String message) {
        assertThat(outcome.kind()).as(outcome.toString()).isEqualTo(OutcomeKind.ERROR);
        assertThat(outcome.message()).containsIgnoringCase(message);
    }
}
