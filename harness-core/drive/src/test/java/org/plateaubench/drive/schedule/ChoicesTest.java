// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Mix;
import org.plateaubench.drive.schedule.UnitCatalog.UnitChooser;

class ChoicesTest {
    private static int index(String unit) {
        return unit.charAt(0) - 'a';
    }

    @Test
    void aWeightIsTheShareOfTheDrawsAndZeroIsNeverChosen() {
        WeightedChoice choice = new WeightedChoice(new int[] {7, 8, 9, 10}, List.of(1.0, 0.0, 3.0, 4.0));
        assertThat(choice.at(0)).isEqualTo(7);
        assertThat(choice.at(Math.nextDown(0.125))).isEqualTo(7);
        assertThat(choice.at(0.125)).isEqualTo(9);
        assertThat(choice.at(0.5)).isEqualTo(10);
        assertThat(choice.at(Math.nextDown(1.0))).isEqualTo(10);
    }

    @Test
    void m18AChainStartsInItsFirstStateAndKeepsToItsRows() {
        UnitChooser chooser = UnitChooser.of(
                new Mix.Matrix(
                        List.of("b", "a", "c"),
                        List.of(List.of(0.0, 1.0, 1.0), List.of(1.0, 0.0, 0.0), List.of(0.5, 0.25, 0.25))),
                ChoicesTest::index);
        assertThat(chooser.choose(0, 0, 0.99)).isEqualTo(1);
        Random random = new Random(5);
        int[][] seen = new int[3][3];
        int state = 1;
        for (int i = 1; i < 40_000; i++) {
            int next = chooser.choose(i, state, random.nextDouble());
            seen[state][next]++;
            state = next;
        }
        assertThat(seen[1][1]).isZero();
        assertThat(seen[0]).containsExactly(0, seen[0][1], 0);
        double ofC = seen[2][0] + seen[2][1] + seen[2][2];
        assertThat(seen[2][1] / ofC).isCloseTo(0.5, within(0.03));
    }

    @Test
    void aSequenceIsRepeatedAndAFlatMixForgets() {
        UnitChooser sequence = UnitChooser.of(new Mix.Sequence(List.of("c", "a", "a")), ChoicesTest::index);
        assertThat(List.of(0L, 1L, 2L, 3L))
                .map(number -> sequence.choose(number, 9, 0.5))
                .containsExactly(2, 0, 0, 2);
        UnitChooser flat = UnitChooser.of(new Mix.Flat(Map.of("a", 1.0, "b", 3.0)), ChoicesTest::index);
        assertThat(flat.choose(5, 0, 0.24)).isZero();
        assertThat(flat.choose(5, 0, 0.26)).isEqualTo(1);
    }
}
