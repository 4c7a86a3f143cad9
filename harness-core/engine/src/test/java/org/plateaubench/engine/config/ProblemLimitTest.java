// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.WrongConfiguration.ProblemLimit;
import org.plateaubench.engine.config.text.Problem;

class ProblemLimitTest {
    private static Problem at(int line, String path) {
        return new Problem("run.yaml", line, 3, path, "must be a number");
    }

    private static List<Problem> list(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> at(i + 1, "a.list[" + i + "].b"))
                .toList();
    }

    @Test
    void ofOneListTheFirstAreToldAndTheOthersCountedWhereTheyBegin() {
        List<Problem> all = new ArrayList<>(list(10_000));
        all.add(at(10_001, "phases.steady"));
        List<Problem> told = ProblemLimit.bounded(all);
        assertThat(told).hasSize(12).last().isEqualTo(at(10_001, "phases.steady"));
        assertThat(told.get(10)).hasToString("run.yaml:11:3: a.list[].b: and 9990 more elements are wrong");
        assertThat(new WrongConfiguration(all).getMessage()).hasSizeLessThan(1_000);
    }

    @Test
    void oneMoreThanTheBoundIsToldAndNotCounted() {
        assertThat(ProblemLimit.bounded(list(11))).isEqualTo(list(11));
        assertThat(ProblemLimit.bounded(list(12))).hasSize(11);
    }

    @Test
    void ofManyPathsTheFirstAreToldAndTheOthersCounted() {
        List<Problem> all =
                IntStream.range(0, 500).mapToObj(i -> at(i + 1, "key-" + i)).toList();
        assertThat(ProblemLimit.bounded(all))
                .hasSize(101)
                .last()
                .hasToString("run.yaml:101:3: and 400 more problems from here on");
    }

    @Test
    void aLongMessageIsCut() {
        Problem problem = new Problem("run.yaml", 1, 1, "a", "x".repeat(200_000));
        assertThat(ProblemLimit.bounded(List.of(problem)).getFirst().message()).hasSize(1_003);
    }
}
