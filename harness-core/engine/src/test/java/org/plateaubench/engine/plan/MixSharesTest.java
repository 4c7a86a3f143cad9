// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Mix;
import org.plateaubench.engine.judge.MadePlan;

final class MixSharesTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    @Test
    void aFlatMixGivesItsWeights() {
        assertThat(MixShares.ofUnits(new Mix.Flat(Map.of("a", 1.0, "b", 3.0))).get("b"))
                .isCloseTo(0.75, CLOSE);
    }

    @Test
    void aMatrixGivesItsStationaryLaw() {
        Mix.Matrix matrix = new Mix.Matrix(List.of("a", "b"), List.of(List.of(0.9, 0.1), List.of(0.5, 0.5)));
        assertThat(MixShares.ofUnits(matrix).get("a")).isCloseTo(5.0 / 6, CLOSE);
    }

    @Test
    void aMatrixThatAlternatesSettlesToo() {
        Mix.Matrix matrix = new Mix.Matrix(List.of("a", "b"), List.of(List.of(0.0, 1.0), List.of(1.0, 0.0)));
        assertThat(MixShares.ofUnits(matrix).get("b")).isCloseTo(0.5, CLOSE);
    }

    @Test
    void aSequenceGivesItsCounts() {
        assertThat(MixShares.ofUnits(new Mix.Sequence(List.of("a", "b", "a"))).get("a"))
                .isCloseTo(2.0 / 3, CLOSE);
    }

    @Test
    void operationsOfAUnitCountAsOftenAsTheyAreExpected() {
        PlannedWorkload store = new MadePlan().store(1).build().workloads().getFirst();
        Map<String, Double> shares = MixShares.ofOperations(store);
        assertThat(shares.get("purchase")).isCloseTo(0.2, CLOSE);
        assertThat(shares.get("login")).isCloseTo(0.16, CLOSE);
        assertThat(shares.get("browseTitle")).isCloseTo(0.2, CLOSE);
    }
}
