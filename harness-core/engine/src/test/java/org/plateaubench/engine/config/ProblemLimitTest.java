// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.text.Problem;

class ProblemLimitTest {
    @Test
    void longMessageIsCut() {
        Problem problem = new Problem("run.yaml", 1, 1, "a", "x".repeat(200_000));
        assertThat(new WrongConfiguration(List.of(problem))
                        .problems()
                        .getFirst()
                        .message())
                .hasSize(1_003);
    }
}
