// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SutException;

abstract class StoreDataSetTest {
    private final Engine engine;

    /** The loaded database. A test that changes loaded rows must restore them. */
    private final TestDatabase loaded;

    StoreDataSetTest(Engine engine) throws Exception {
        this.engine = engine;
        loaded = TestDatabase.loaded(engine);
    }

    /** Places orders, and returns the user with its counters. */
    private TestUser shop(long seed, int orders) throws Exception {
        DvdStoreParameters parameters = TestDatabase.parameters(Restock.HOLD);
        TestUser user = new TestUser();
        Driver driver = new DvdStoreWorkload().open(loaded.context(parameters)).driver(user);
        driver.connect();
        TestShopper shopper = new TestShopper(parameters, seed, 0);
        for (int i = 0; i < orders; i++) {
            shopper.order(driver, user, i);
        }
        driver.close();
        return user;
    }

    @Test
    void resetRestoresLoadedDataAndRunRepeats() throws Exception {
        Map<String, String> before = loaded.checksums();
        String marker = marker();
        TestUser first = shop(1, 200);
        assertThat(first.count(Measure.NEW_CUSTOMERS)).isPositive();
        assertThat(loaded.number("SELECT COUNT(*) FROM reorder")).isPositive();
        assertThat(loaded.number("SELECT MIN(orderid) FROM orders WHERE orderid > 12000"))
                .isEqualTo(12_001);
        assertThat(loaded.number("SELECT MIN(customerid) FROM customers WHERE customerid > 20000"))
                .isEqualTo(20_001);
        Map<String, String> afterFirst = loaded.checksums();
        for (String changed : List.of("inventory", "customers", "orders", "orderlines", "cust_hist", "reorder")) {
            assertThat(afterFirst.get(changed)).isNotEqualTo(before.get(changed));
        }

        long vacuums = vacuums();
        loaded.data().prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(loaded.checksums()).isEqualTo(before);
        assertThat(vacuums()).isEqualTo(engine == Engine.POSTGRESQL ? vacuums + 1 : 0);
        assertThat(marker()).isEqualTo(marker);
        assertThat(loaded.data().verify()).isEmpty();
        TestUser second = shop(1, 200);
        for (Measure measure : Measure.values()) {
            assertThat(second.count(measure)).as(measure.title()).isEqualTo(first.count(measure));
        }
        assertThat(loaded.checksums()).isEqualTo(afterFirst);
    }

    /** The number of vacuums of the inventory table; 0 if the server cleans it up itself. */
    private long vacuums() throws SQLException {
        return engine == Engine.POSTGRESQL
                ? loaded.number("SELECT vacuum_count FROM pg_stat_user_tables WHERE relname = 'inventory'")
                : 0;
    }

    /** Returns the text of the marker without its latest use. */
    private String marker() throws SQLException {
        try (Connection connection = loaded.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT marker_text FROM plateau_dvdstore")) {
            assertThat(found.next()).isTrue();
            return found.getString(1).replaceFirst("usedBy: .*", "");
        }
    }

    @Test
    void reusedDataCausesNoDuplicateUserNames() throws Exception {
        DataSet data = loaded.data();
        TestUser first = shop(1, 60);
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify())
                .singleElement()
                .matches(finding -> finding.severity() == Severity.NOTE)
                .asString()
                .contains("Earlier runs left");
        TestUser second = shop(1, 60);
        assertThat(second.count(Measure.NEW_CUSTOMERS))
                .isEqualTo(first.count(Measure.NEW_CUSTOMERS))
                .isPositive();
        assertThat(data.reconcile(second.totals())).allMatch(row -> row.expected() == row.actual());
    }

    @Test
    void storeOfAnotherSizeNeedsReload() throws Exception {
        DataSet other = loaded.data(StoreSize.MEDIUM, TestDatabase.DATA_SEED);
        assertProblem(other, DataPolicy.RESET, "size small instead of medium", "the parameters of this data");
        assertThat(other.verify()).singleElement().matches(finding -> finding.severity() == Severity.PROBLEM);
        assertThat(other.preflight(DataPolicy.RELOAD))
                .singleElement()
                .asString()
                .contains("It will be replaced.");
    }

    @Test
    void tablesWithoutMarkerAreKept() throws Exception {
        TestDatabase empty = TestDatabase.empty(engine);
        DataSet data = empty.data();
        empty.execute("CREATE TABLE orders (precious INTEGER)");
        for (DataPolicy policy : DataPolicy.values()) {
            assertProblem(data, policy, "belong to no store of Plateau, such as orders", "is empty");
            assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT)).isInstanceOf(SutException.class);
        }
        data.clear(Progress.SILENT);
        assertThat(empty.number("SELECT COUNT(*) FROM orders")).isZero();
        empty.close();
    }

    @Test
    void interruptedLoadIsDetectedAndRepeated() throws Exception {
        TestDatabase empty = TestDatabase.empty(engine);
        DataSet data = empty.data();
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
        Thread self = Thread.currentThread();
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
                    if (done > 5) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
        assertLoadIsInterrupted(data);
        // The state between the creation of the marker's table and the insertion of its row.
        empty.execute("DELETE FROM plateau_dvdstore");
        assertLoadIsInterrupted(data);

        ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
        data.prepare(DataPolicy.RESET, (activity, done, total, unit) -> reports.add(activity + " " + unit));
        assertThat(reports).contains("indexing steps").anyMatch(report -> report.startsWith("loading "));
        assertThat(data.verify()).isEmpty();
        assertThat(empty.checksums()).isEqualTo(loaded.checksums());

        // A reference would keep a table from being dropped.
        empty.execute("CREATE TABLE in_the_way (category SMALLINT, FOREIGN KEY (category)"
                + " REFERENCES categories (category))");
        assertThatThrownBy(() -> data.prepare(DataPolicy.RELOAD, Progress.SILENT))
                .isInstanceOf(SutException.class);
        assertThat(data.verify()).isEmpty();
        empty.execute("DROP TABLE in_the_way");
        // The state while a reload drops the old store.
        empty.execute("UPDATE plateau_dvdstore SET marker_text = REPLACE(marker_text, 'LOADED', 'CLEARING')");
        empty.execute("DROP TABLE reorder");
        assertLoadIsInterrupted(data);
        empty.execute("CREATE TABLE precious (id INTEGER)");
        data.clear(Progress.SILENT);
        assertThat(empty.tables()).containsExactly("precious");
        empty.close();
    }

    private static void assertLoadIsInterrupted(DataSet data) throws Exception {
        assertThat(data.preflight(DataPolicy.REUSE))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.NOTE)
                .asString()
                .contains("interrupted");
        assertThat(data.verify()).singleElement().matches(finding -> finding.severity() == Severity.PROBLEM);
    }

    /** A change of a number in some rows, and a part of the message that reports it. */
    private record Change(String table, String column, int more, String rows, String part) {
        private String statement(String sign) {
            return "UPDATE " + table + " SET " + column + " = " + column + " " + sign + " " + more + " WHERE " + rows;
        }
    }

    private static final List<Change> CHANGES = List.of(
            new Change("orders", "netamount", 77, "orderid = 2", "netamount in table orders"),
            new Change("orders", "customerid", 1, "orderid = 2", "customerid in table orders"),
            new Change("orderlines", "quantity", 1, "orderid = 2 AND orderlineid = 1", "quantity in table orderlines"),
            new Change("orderlines", "prod_id", 1, "orderid = 2", "prod_id in table orderlines"),
            new Change("orderlines", "orderlineid", 10, "orderid = 2", "orderlineid in table orderlines"),
            new Change("cust_hist", "prod_id", 1, "orderid = 2", "prod_id in table cust_hist"),
            new Change("cust_hist", "customerid", 1, "orderid = 2", "customerid in table cust_hist"),
            new Change("inventory", "quan_in_stock", 1, "prod_id = 2", "quan_in_stock in table inventory"),
            new Change("inventory", "sales", 1, "prod_id = 2", "sales in table inventory"),
            new Change("customers", "creditcardtype", 1, "customerid = 2", "creditcardtype in table customers"),
            new Change("customers", "age", 1, "customerid = 1", "Customer 1 "),
            new Change("products", "special", 1, "prod_id = 2", "special in table products"),
            new Change("products", "price", 1, "prod_id = 2", "price in table products"),
            new Change("products", "price", 1, "prod_id = 1", "Product 1 "));

    @Test
    void changedValuesAreFound() throws Exception {
        for (Change change : CHANGES) {
            loaded.execute(change.statement("+"));
        }
        List<Finding> findings = loaded.data().verify();
        for (Change change : CHANGES.reversed()) {
            loaded.execute(change.statement("-"));
        }
        for (Change change : CHANGES) {
            assertFound(findings, change.part());
        }
        shop(1, 50);
        loaded.data().prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(loaded.data().verify()).allMatch(finding -> finding.severity() == Severity.NOTE);
    }

    @Test
    void missingAndDuplicateRowsAreFound() throws Exception {
        String history = "INSERT INTO cust_hist SELECT o.customerid, o.orderid, l.prod_id FROM orders o"
                + " JOIN orderlines l ON l.orderid = o.orderid WHERE o.orderid = 2";
        String noHistory = "DELETE FROM cust_hist WHERE orderid = 2";
        long rows = loaded.number("SELECT COUNT(*) FROM cust_hist WHERE orderid = 2");
        long all = loaded.number("SELECT COUNT(*) FROM cust_hist");
        assertDamageIsFound(noHistory, history, (all - rows) + " loaded rows instead of " + all);
        loaded.execute(noHistory);
        loaded.execute(history);
        assertDamageIsFound(history, noHistory, (all + rows) + " loaded rows instead of " + all);
        loaded.execute(history);
        // A row with a number outside of the loaded range counts as missing.
        long idle = loaded.number("SELECT MAX(customerid) FROM customers c WHERE NOT EXISTS"
                + " (SELECT 1 FROM orders o WHERE o.customerid = c.customerid)");
        assertDamageIsFound(
                "UPDATE customers SET customerid = 1000000 WHERE customerid = " + idle,
                "UPDATE customers SET customerid = " + idle + " WHERE customerid = 1000000",
                "Table customers holds 19999 loaded rows instead of 20000");
        assertDamageIsFound(
                "UPDATE products SET prod_id = 1000000 WHERE prod_id = 2",
                "UPDATE products SET prod_id = 2 WHERE prod_id = 1000000",
                "prod_id in table products");
        assertDamageIsFound(
                noHistory.replace("DELETE FROM cust_hist", "UPDATE cust_hist SET orderid = 1"),
                "DELETE FROM cust_hist WHERE orderid = 1 AND customerid = (SELECT customerid FROM orders WHERE orderid = 2)",
                "orderid in table cust_hist");
        loaded.execute(history);
        assertDamageIsFound(
                "DELETE FROM categories WHERE category = 16",
                "INSERT INTO categories VALUES (16, 'Category 16')",
                "15 loaded rows instead of 16");
        assertDamageIsFound(
                "INSERT INTO inventory VALUES (1000000, 0, 0)",
                "DELETE FROM inventory WHERE prod_id = 1000000",
                "10001 loaded rows instead of 10000");
        assertThat(loaded.data().verify()).isEmpty();
    }

    private void assertDamageIsFound(String damage, String remedy, String part) throws Exception {
        loaded.execute(damage);
        List<Finding> findings = loaded.data().verify();
        loaded.execute(remedy);
        assertFound(findings, part);
    }

    private static void assertFound(List<Finding> findings, String part) {
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
            assertThat(finding.toString()).contains(part, "'data: reload'");
        });
    }

    @Test
    void differencesFromSentTotalsAreReported() throws Exception {
        DataSet data = loaded.data();
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        data.verify();
        TestUser user = shop(1, 50);
        loaded.execute("UPDATE inventory SET sales = sales + 1 WHERE prod_id = 1");
        loaded.execute("DELETE FROM orderlines WHERE orderid = 12001 AND orderlineid = 1");
        List<Reconciliation> rows = data.reconcile(user.totals());
        loaded.execute("UPDATE inventory SET sales = sales - 1 WHERE prod_id = 1");
        assertThat(rows.stream()
                        .filter(row -> !row.isMet())
                        .map(row -> row.what())
                        .toList())
                .containsExactly("order line rows", "units in order lines", "units in product sales");
    }

    private static void assertProblem(DataSet data, DataPolicy policy, String... parts) throws Exception {
        List<Finding> findings = data.preflight(policy);
        assertThat(findings).singleElement().matches(finding -> finding.severity() == Severity.PROBLEM);
        assertThat(findings.getFirst().toString()).contains(parts);
    }
}
