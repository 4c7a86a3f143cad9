// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;

/** DVD Store 3: figures are within 4 standard errors of the expected ones, and the tables match the counters. */
class ReviewStoreTest {
    /** As many products as there are values of the stock, so that each occurs once. */
    private static final double FACTOR = 0.0501;

    private int orders;
    private final TestUser user = new TestUser();

    @Test
    void ordersChangeOnlyTheExpectedRows() throws Exception {
        shop(Engine.H2, 2, 1_000);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void ordersOnServersChangeOnlyTheExpectedRows(Engine engine) throws Exception {
        shop(engine, 1, 400);
    }

    private void shop(Engine engine, int stores, int count) throws Exception {
        orders = count;
        TestDatabase database = TestDatabase.empty(engine);
        DvdStoreParameters parameters =
                TestDatabase.parameters(Map.of("mode", "ds3", "factor", FACTOR, "stores", stores));
        DataSet data = new DvdStoreWorkload().dataSet(database.context(parameters));
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
        Map<String, String> loaded = data.baseline().orElseThrow();
        for (int sequence = 0; sequence < stores; sequence++) {
            TestUser shopperOfStore = user.numbered(sequence);
            Driver driver =
                    new DvdStoreWorkload().open(database.context(parameters)).driver(shopperOfStore);
            driver.connect();
            TestShopper shopper = new TestShopper(parameters, 7, sequence);
            for (int i = 0; i < orders / stores; i++) {
                shopper.order(driver, user, i);
            }
            driver.close();
        }
        assertFigures();
        assertThat(data.reconcile(user.totals())).hasSize(13).allMatch(row -> row.expected() == row.actual(), "agrees");
        assertLostRowIsFound(database, data, stores);
        assertRestored(database, data, loaded);
        database.close();
    }

    private void assertFigures() {
        long calls = 0;
        long reads = 0;
        for (Operation operation : Operation.values()) {
            long count = 0;
            for (OutcomeKind kind : OutcomeKind.values()) {
                count += user.operations(operation.title(), kind);
            }
            assertThat(user.operations(operation.title(), OutcomeKind.ERROR))
                    .as(operation.title())
                    .isZero();
            calls += operation == Operation.PURCHASE ? 2 * count : count;
            reads += operation.title().startsWith("reviewsBy") ? count : 0;
        }
        // Three times a uniform number on 1..5, of variance 2, and rare operations.
        assertMean(calls, orders, 12.16, Math.sqrt(6.15));
        assertMean(reads, orders, 6, 2);
        assertShare(user.count(Measure.NEW_REVIEWS), 0.05);
        assertShare(user.count(Measure.NEW_VOTES), 0.10);
        // Of the loaded customers, who are four fifths of the shoppers, a tenth are members.
        assertShare(user.count(Measure.NEW_MEMBERS), 0.01 * (1 - 0.8 * 0.1));
        assertShare(user.count(Measure.ROLLBACKS), 0.0197);
    }

    private void assertShare(long part, double expected) {
        assertMean(part, orders, expected, Math.sqrt(expected * (1 - expected)));
    }

    private static void assertMean(long sum, long count, double expected, double deviation) {
        double error = deviation / Math.sqrt((double) count);
        assertThat((double) sum / count).isBetween(expected - 4 * error, expected + 4 * error);
    }

    private void assertLostRowIsFound(TestDatabase database, DataSet data, int stores) throws Exception {
        database.execute("DELETE FROM reviews" + (stores == 1 ? "" : "1") + " WHERE review_id > 10020");
        List<String> found = new ArrayList<>();
        for (Reconciliation row : data.reconcile(user.totals())) {
            if (row.expected() != row.actual()) {
                found.add(row.what());
            }
        }
        assertThat(found).contains("review rows");
    }

    private static void assertRestored(TestDatabase database, DataSet data, Map<String, String> loaded)
            throws Exception {
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
        assertThat(data.baseline().orElseThrow()).containsAllEntriesOf(withoutUse(loaded));
        data.clear(Progress.SILENT);
        assertThat(database.tables()).isEmpty();
    }

    private static Map<String, String> withoutUse(Map<String, String> loaded) {
        return loaded.entrySet().stream()
                .filter(entry -> !entry.getKey().equals("usedBy"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
