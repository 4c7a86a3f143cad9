// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Choice;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Load;

/** The shares of drawn rows match the documentation. */
class RowDrawTest {
    private static final int ROWS = 10_000;
    private static final int DRAWS = 100_000;

    private static double share(Choice distribution, IntPredicate rows) {
        RowDraw draw = RowDraw.of(OltpContractTest.parameters(Load.READ_ONLY, distribution, ROWS, 0));
        int count = 0;
        for (int i = 0; i < DRAWS; i++) {
            int row = draw.draw(5, i);
            assertThat(row).isBetween(1, ROWS);
            count += rows.test(row) ? 1 : 0;
        }
        return (double) count / DRAWS;
    }

    @Test
    void rowDrawsMatchDistribution() {
        assertThat(share(Choice.UNIFORM, row -> row <= 2_500)).isCloseTo(0.25, within(0.01));
        // The mean of 12 uniform numbers has a standard deviation of 1/12.
        assertThat(share(Choice.GAUSSIAN, row -> Math.abs(row - 5_000) <= 833)).isCloseTo(0.683, within(0.01));
        assertThat(share(Choice.SPECIAL, row -> Math.abs(row - 5_000) <= 50)).isCloseTo(0.76, within(0.02));
        assertThat(share(Choice.PARETO, row -> row <= 2_000)).isCloseTo(0.8, within(0.01));
        // The sum of n^-0.8 is 27.1 up to 10,000, and 1 for the first row.
        assertThat(share(Choice.ZIPFIAN, row -> row == 1)).isCloseTo(1 / 27.1, within(0.003));
        assertThat(share(Choice.ZIPFIAN, row -> row <= 100)).isCloseTo(8.13 / 27.1, within(0.02));
    }
}
