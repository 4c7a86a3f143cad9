// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.RunOutcome;
import org.plateaubench.maven.CheckMojo.FailOn;

final class FailOnTest {
    @Test
    void eachWordIncludesWhatIsWorse() throws LaunchFailure {
        assertThat(failing("fail")).containsExactly(RunOutcome.FAIL);
        assertThat(failing("invalid")).containsExactly(RunOutcome.INVALID, RunOutcome.FAIL);
        assertThat(failing("doubts")).containsExactly(RunOutcome.DOUBTS, RunOutcome.INVALID, RunOutcome.FAIL);
        assertThat(failing("never")).isEmpty();
    }

    @Test
    void anotherWordIsRefusedWithThoseThatAreAllowed() {
        assertThatThrownBy(() -> FailOn.of("error"))
                .isInstanceOf(LaunchFailure.class)
                .hasMessage("The parameter 'failOn' is 'error'; it must be one of fail, invalid, doubts, never.");
    }

    private static List<RunOutcome> failing(String word) throws LaunchFailure {
        FailOn bound = FailOn.of(word);
        return Stream.of(RunOutcome.values())
                .filter(RunOutcome::isJudged)
                .filter(bound::includes)
                .toList();
    }
}
