// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.WorkloadSession;

/** Eight shoppers buy the same few products at once: rows, stock and sales match the counters. */
@Tag("slow")
@ParameterizedClass
@EnumSource(Engine.class)
class ContentionTest {
    private static final int SHOPPERS = 8;
    private static final int ORDERS = 60;

    private final TestDatabase database;

    ContentionTest(Engine engine) throws Exception {
        database = TestDatabase.loaded(engine);
    }

    @ParameterizedTest
    @EnumSource(Restock.class)
    void rowsStockAndSalesMatchCounts(Restock restock) throws Exception {
        DvdStoreParameters parameters = TestDatabase.parameters(restock);
        DataSet data = new DvdStoreWorkload().dataSet(database.context(parameters));
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        // Stock is scarce, so that orders contend for the same rows and some are rolled back.
        database.execute("UPDATE inventory SET quan_in_stock = MOD(prod_id, 12)");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        data.verify();

        TestUser user = new TestUser();
        WorkloadSession session = new DvdStoreWorkload().open(database.context(parameters));
        try (ExecutorService shoppers = Executors.newFixedThreadPool(SHOPPERS)) {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < SHOPPERS; i++) {
                int sequence = i;
                results.add(shoppers.submit(() -> {
                    Driver driver = session.driver(user);
                    driver.connect();
                    // All users buy the same carts at about the same time.
                    TestShopper shopper = new TestShopper(parameters, 7, sequence);
                    for (int unit = 0; unit < ORDERS; unit++) {
                        loginOrRegister(shopper, driver, user, unit);
                        buy(driver, user, new TestCall(7, 0, unit, 9, Operation.PURCHASE), sequence);
                    }
                    driver.close();
                    return true;
                }));
            }
            for (Future<?> result : results) {
                result.get();
            }
        }
        assertThat(user.operations(Operation.PURCHASE.title(), OutcomeKind.ERROR))
                .isZero();
        assertThat(user.count(Measure.ORDERS)).isPositive();
        assertThat(user.count(Measure.ROLLBACKS)).isPositive();
        assertThat(user.count(Measure.REORDERS) > 0).isEqualTo(restock != Restock.NONE);
        assertThat(user.count(Measure.STOCK_ADDED) > 0).isEqualTo(restock == Restock.REFILL);
        assertThat(data.reconcile(user.totals())).allSatisfy(row -> {
            assertThat(row.actual()).as(row.what()).isEqualTo(row.expected());
            assertThat(row.uncertain()).as(row.what()).isZero();
        });
        assertThat(database.number("SELECT COUNT(*) FROM inventory WHERE quan_in_stock < 0"))
                .isZero();
    }

    private static void loginOrRegister(TestShopper shopper, Driver driver, TestUser user, int unit) throws Exception {
        TestCall first = shopper.calls(unit).getFirst();
        driver.prepareOperation(first);
        user.count(first.step(), driver.execute(first));
    }

    /** Buys a cart, drawn for one sequence, in an order of another sequence. */
    private static void buy(Driver driver, TestUser user, TestCall cart, int sequence) throws Exception {
        driver.prepareOperation(cart);
        TestCall call = new TestCall(cart.seed(), sequence, cart.unitNumber(), cart.position(), cart.step());
        user.count(Operation.PURCHASE, driver.execute(call));
    }
}
