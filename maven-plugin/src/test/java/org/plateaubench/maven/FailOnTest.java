// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.RunResult.Outcome;

final class FailOnTest {
    @Test
    void failOnIncludesWorseOutcomes() throws LaunchFailure {
        assertThat(CheckMojo.failing("fail")).containsExactly(Outcome.FAIL);
        assertThat(CheckMojo.failing("invalid")).containsExactly(Outcome.INVALID, Outcome.FAIL);
        assertThat(CheckMojo.failing("doubts")).containsExactly(Outcome.DOUBTS, Outcome.INVALID, Outcome.FAIL);
        assertThat(CheckMojo.failing("never")).isEmpty();
    }

    @Test
    void unknownFailOnValueIsRefused() {
        assertThatThrownBy(() -> CheckMojo.failing("error"))
                .isInstanceOf(LaunchFailure.class)
                .hasMessage("The parameter 'failOn' is 'error'; it must be one of fail, invalid, doubts, never.");
    }
}
