// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;

/** Some thousand orders on a fresh store show the figures that its rules give, within 4 standard errors. */
class StatisticsTest {
    private static final int ORDERS = 5_000;
    private static final ExpectedValues EXPECTED = new ExpectedValues(StoreSize.SMALL, 3, 5);

    private static final TestUser USER = new TestUser();

    @BeforeAll
    static void shop() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.H2);
        DvdStoreParameters parameters = TestDatabase.parameters(Restock.HOLD);
        DataSet data = new DvdStoreWorkload().dataSet(database.context(parameters));
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        data.verify();
        Driver driver =
                new DvdStoreWorkload().open(database.context(parameters)).driver(USER);
        driver.connect();
        TestShopper shopper = new TestShopper(parameters, 99, 0);
        for (int i = 0; i < ORDERS; i++) {
            shopper.order(driver, USER, i);
        }
        driver.close();
        assertThat(data.reconcile(USER.totals()))
                .allMatch(reconciliation -> reconciliation.expected() == reconciliation.actual());
    }

    @Test
    void rollbacksAreTheShareOfOrdersThatMeetTooLittleStock() {
        long declined = USER.operations(Operation.PURCHASE.title(), OutcomeKind.DECLINED);
        long committed = USER.operations(Operation.PURCHASE.title(), OutcomeKind.OK);
        assertThat(declined + committed).isEqualTo(ORDERS);
        assertShare(declined, ORDERS, EXPECTED.rollbackShare());
    }

    @Test
    void aFifthOfTheOrdersIsByNewCustomers() {
        assertShare(USER.count(Measure.NEW_CUSTOMERS), ORDERS, 0.20);
    }

    @Test
    void moreThanHalfOfTheLoginsFindNoHistory() {
        long logins = USER.count(Measure.LOGINS);
        assertShare(USER.count(Measure.LOGINS_WITHOUT_HISTORY), logins, EXPECTED.loginsWithoutHistory(logins));
    }

    @Test
    void anOrderHasThreeSearchesOnAverage() {
        long browses = USER.operations(Operation.BROWSE_CATEGORY.title(), OutcomeKind.OK)
                + USER.operations(Operation.BROWSE_ACTOR.title(), OutcomeKind.OK)
                + USER.operations(Operation.BROWSE_TITLE.title(), OutcomeKind.OK);
        // Uniform on 1..5: variance 2.
        assertMean(browses, ORDERS, 3.0, Math.sqrt(2));
    }

    @Test
    void aCommittedOrderHasFiveLinesOfTwoUnitsOnAverage() {
        // Uniform on 1..9: variance 20/3; uniform on 1..3: variance 2/3.
        assertMean(
                USER.count(Measure.LINES), USER.count(Measure.ORDERS), EXPECTED.linesPerOrder(), Math.sqrt(20 / 3.0));
        assertMean(USER.count(Measure.QUANTITY), USER.count(Measure.LINES), 2.0, Math.sqrt(2 / 3.0));
    }

    private static void assertShare(long part, long whole, double expected) {
        assertMean(part, whole, expected, Math.sqrt(expected * (1 - expected)));
    }

    private static void assertMean(long sum, long count, double expected, double deviation) {
        double error = deviation / Math.sqrt((double) count);
        assertThat((double) sum / count).isBetween(expected - 4 * error, expected + 4 * error);
    }
}
