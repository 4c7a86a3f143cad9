// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

class ExpectedValuesTest {
    private static final ExpectedValues SMALL = new ExpectedValues(StoreSize.SMALL, 3, 5);

    @Test
    void loadedStockGivesExpectedRollbackRate() {
        for (long seed = 1; seed <= 20; seed++) {
            StoreRows rows = new StoreRows(StoreSize.SMALL, seed);
            double shortfalls = 0;
            for (int id = 1; id <= 10_000; id++) {
                shortfalls += Math.max(0, 3 - rows.stock(id)) / 3.0;
            }
            double committed = 0;
            for (int lines = 1; lines <= 9; lines++) {
                committed += Math.pow(1 - shortfalls / 10_000, lines) / 9;
            }
            assertThat(1 - committed).isCloseTo(SMALL.rollbackShare(), within(0.001));
        }
    }

    @Test
    void fiftyFivePercentOfCustomersHaveNoHistory() {
        for (StoreSize size : StoreSize.presets().toList()) {
            assertThat(new ExpectedValues(size, 3, 5).customersWithoutHistory()).isCloseTo(0.549, within(0.0005));
        }
        assertThat(SMALL.loginsWithoutHistory(0)).isEqualTo(SMALL.customersWithoutHistory());
        assertThat(SMALL.loginsWithoutHistory(1)).isCloseTo(SMALL.customersWithoutHistory(), within(1e-6));
        assertThat(SMALL.loginsWithoutHistory(20_000)).isLessThan(0.37).isGreaterThan(0.33);
    }
}
