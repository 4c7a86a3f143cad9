// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.spi.ReportSection.Table;
import org.plateaubench.spi.ReportSection.WorkloadView;

class DvdStoreReportTest {
    private final Map<String, Long> figures = new HashMap<>();
    private final Map<String, String> parameters = new HashMap<>(Map.of(
            "size",
            "small",
            "factor",
            "1.0",
            "mode",
            "ds2",
            "searches",
            "3",
            "searchBatchSize",
            "5",
            "lineItems",
            "5",
            "newCustomerPercent",
            "20",
            "restock",
            "hold"));

    private Table table() {
        return new DvdStoreReport().render(new WorkloadView() {
            @Override
            public long operations(String operation, OutcomeKind outcome) {
                return figures.getOrDefault(operation + "/" + outcome, 0L);
            }

            @Override
            public long counter(String name) {
                return figures.getOrDefault(name, 0L);
            }

            @Override
            public String parameter(String name) {
                return parameters.getOrDefault(name, "");
            }
        });
    }

    @Test
    void expectedAndAchievedValuesAreShown() {
        figures.putAll(Map.of(
                "purchase/OK",
                980L,
                "purchase/DECLINED",
                20L,
                "login/OK",
                790L,
                "newCustomer/OK",
                210L,
                "browseCategory/OK",
                1_000L,
                "browseActor/OK",
                990L,
                "browseTitle/OK",
                1_020L));
        figures.putAll(Map.of("logins", 790L, "loginsWithoutHistory", 430L, "orders", 980L, "orderLines", 4_900L));
        Table table = table();
        assertThat(table.rows()).allMatch(row -> row.size() == table.columns().size());
        assertThat(table.rows().get(0)).containsExactly("Orders rolled back for lack of stock", "1.97 %", "2.00 %");
        assertThat(table.rows().get(1)).containsExactly("Searches per order", "3.00", "3.01");
        assertThat(table.rows().get(2)).containsExactly("Orders by new customers", "20.00 %", "21.00 %");
        assertThat(table.rows().get(3).get(1))
                .isEqualTo("at most 53.83 %; lower because some customers bought before the steady window");
        assertThat(table.rows().get(3).get(2)).isEqualTo("54.43 %");
        assertThat(table.rows().get(4)).containsExactly("Lines per order", "4.97", "5.00");
    }

    @Test
    void searchesPerOrderIgnoreFailedLogins() {
        figures.putAll(Map.of("login/OK", 100L, "login/ERROR", 50L, "browseActor/OK", 300L));
        assertThat(table().rows().get(1)).containsExactly("Searches per order", "3.00", "3.00");
    }

    @Test
    void achievedIsDashWithoutOperations() {
        assertThat(table().rows()).allMatch(row -> row.get(2).equals("-"));
    }

    @Test
    void restockNoneNotesRisingRollbackRate() {
        parameters.put("restock", "none");
        assertThat(table().rows().getFirst().get(1)).isEqualTo("1.97 % at first, more as the store sells out");
    }

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
