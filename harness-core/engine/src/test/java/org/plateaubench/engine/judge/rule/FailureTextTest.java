// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FailureTextTest {
    @Test
    void onlyErrorsAreInTheTableOfErrors() {
        assertThat(FailureText.where(0, 0, 0)).isEmpty();
        assertThat(FailureText.where(1, 0, 0)).isEqualTo("The table of errors shows what failed.");
        assertThat(FailureText.where(1, 1, 1))
                .isEqualTo("The table of errors shows what failed. 1 of them were never started but dropped, since the"
                        + " queue was full: see the overload. 1 of them were abandoned: they had not started"
                        + " or not ended when the drain was over.");
    }

    @Test
    void whatNeverEndedIsNamedByKind() {
        assertThat(FailureText.unended(2, 0, 0))
                .isEqualTo("It falls among operations that did not end in time: 2 timed out. Look into these first.");
        assertThat(FailureText.unended(1, 3, 4))
                .isEqualTo(
                        "It falls among operations that did not end in time: 1 timed out, 3 abandoned, 4 dropped (see"
                                + " the overload). Look into these first.");
        assertThat(FailureText.unended(0, 1, 1)).contains(": 1 abandoned, 1 dropped (see the overload). ");
    }

    @Test
    void whatWasOnlyDroppedNeverStarted() {
        assertThat(FailureText.unended(0, 0, 1))
                .isEqualTo(
                        "It falls among 1 arrivals that were never started but dropped, since the queue was full: see"
                                + " the overload.");
    }
}
