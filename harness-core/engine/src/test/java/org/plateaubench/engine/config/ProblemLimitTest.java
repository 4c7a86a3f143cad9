// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.text.Problem;

class ProblemLimitTest {
    private static Problem at(int line, String path) {
        return new Problem("run.yaml", line, 3, path, "must be a number");
    }

    @Test
    void problemsAboveTheLimitAreCounted() {
        List<Problem> all =
                IntStream.range(0, 500).mapToObj(i -> at(i + 1, "key-" + i)).toList();
        assertThat(new WrongConfiguration(all).problems())
                .hasSize(101)
                .last()
                .hasToString("run.yaml:101:3: and 400 more problems from here on");
    }

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
