// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.data.StoreDataSet;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

class StoreDataSetTest {
    /** Loaded, for what does not change loaded rows or changes them back. */
    private static TestDatabase loaded;

    /** Empty. */
    private TestDatabase empty;

    @BeforeAll
    static void load() throws Exception {
        loaded = TestDatabase.loaded(Engine.H2);
    }

    @BeforeEach
    void start() throws Exception {
        empty = TestDatabase.empty(Engine.H2);
    }

    @AfterEach
    void stop() throws SQLException {
        empty.close();
    }

    private static DataSet data(String url) {
        return new StoreDataSet(loaded.address(url), StoreSize.SMALL, 1);
    }

    /** Some orders on the store as it is; gives what was counted. */
    private static TestUser shop(long seed, int orders) throws Exception {
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
    void anEmptyDatabaseIsLoadedWhateverThePolicyAndTheSameRowsComeOfTheSameSeedUntilItIsCleared() throws Exception {
        DataSet data = empty.data();
        ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
        data.prepare(DataPolicy.RESET, (activity, done, total, unit) -> reports.add(activity + " " + unit));
        assertThat(data.verify()).isEmpty();
        assertThat(reports).contains("loading the store rows", "indexing the store steps");
        Map<String, String> first = empty.checksums();
        assertThat(first.get("customers")).startsWith("20000/");
        assertThat(first.get("orders")).startsWith("12000/");
        assertThat(first.get("products")).startsWith("10000/");

        loaded.data().prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(first).isEqualTo(loaded.checksums());

        empty.execute("CREATE TABLE precious (id INTEGER)");
        data.clear(Progress.SILENT);
        assertThat(tables(empty)).containsExactly("PRECIOUS");
    }

    private static List<String> tables(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect();
                ResultSet found = connection.getMetaData().getTables(null, "PUBLIC", null, null)) {
            List<String> names = new ArrayList<>();
            while (found.next()) {
                names.add(found.getString("TABLE_NAME"));
            }
            return names;
        }
    }

    @Test
    void resetRestoresExactlyTheLoadedStateAndTheSameRunFollows() throws Exception {
        loaded.data().prepare(DataPolicy.RESET, Progress.SILENT);
        Map<String, String> before = loaded.checksums();
        TestUser first = shop(1, 300);
        Map<String, String> afterFirst = loaded.checksums();
        assertThat(first.count(Measure.NEW_CUSTOMERS)).isPositive();
        assertThat(afterFirst).isNotEqualTo(before);

        loaded.data().prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(loaded.checksums()).isEqualTo(before);
        assertThat(loaded.data().verify()).isEmpty();
        shop(1, 300);
        assertThat(loaded.checksums()).isEqualTo(afterFirst);
    }

    @Test
    void resetTakesBackStockReordersAndNumbersAndEveryRunFindsTheSameBaseline() throws Exception {
        loaded.data().prepare(DataPolicy.RESET, Progress.SILENT);
        Map<String, String> before = loaded.checksums();
        String baseline = baseline();
        for (int run = 0; run < 2; run++) {
            TestUser user = shop(run, 400);
            assertThat(user.count(Measure.NEW_CUSTOMERS)).isPositive();
            assertThat(loaded.number("SELECT COUNT(*) FROM reorder")).isPositive();
            assertThat(loaded.number("SELECT MIN(orderid) FROM orders WHERE orderid > 12000"))
                    .isEqualTo(12_001);
            assertThat(loaded.number("SELECT MIN(customerid) FROM customers WHERE customerid > 20000"))
                    .isEqualTo(20_001);
            Map<String, String> after = loaded.checksums();
            for (String changed : List.of("inventory", "customers", "orders", "orderlines", "cust_hist", "reorder")) {
                assertThat(after.get(changed)).isNotEqualTo(before.get(changed));
            }

            loaded.data().prepare(DataPolicy.RESET, Progress.SILENT);
            assertThat(loaded.checksums()).isEqualTo(before);
            assertThat(baseline()).isEqualTo(baseline);
        }
    }

    /** The marker's row: what it says of the store, and what was there before the run that is to come. */
    private static String baseline() throws SQLException {
        try (Connection connection = loaded.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT * FROM plateau_dvdstore")) {
            assertThat(found.next()).isTrue();
            List<String> columns = new ArrayList<>();
            for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                columns.add(found.getString(i));
            }
            return columns.toString();
        }
    }

    @Test
    void aSecondRunOnReusedDataMeetsNoNameOfTheFirst() throws Exception {
        DataSet data = loaded.data();
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        TestUser first = shop(1, 200);
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify())
                .singleElement()
                .matches(finding -> finding.severity() == Severity.NOTE)
                .asString()
                .contains("Earlier runs left");
        TestUser second = shop(1, 200);
        assertThat(second.count(Measure.NEW_CUSTOMERS))
                .isEqualTo(first.count(Measure.NEW_CUSTOMERS))
                .isPositive();
        assertThat(data.reconcile(second.totals())).allMatch(row -> row.expected() == row.actual());
    }

    @Test
    void aStoreOfAnotherSizeIsAProblemWithARemedyUnlessItIsReloaded() throws Exception {
        assertRefusedUnlessReloaded(
                loaded.data(StoreSize.MEDIUM, TestDatabase.DATA_SEED),
                "has size small, and size medium is asked for",
                "the parameter 'size: small'");
    }

    @Test
    void aStoreOfAnotherSeedIsAProblemWithARemedyUnlessItIsReloaded() throws Exception {
        assertRefusedUnlessReloaded(
                loaded.data(StoreSize.SMALL, TestDatabase.DATA_SEED + 1), "another data seed", "'dataSeed' of the run");
    }

    private static void assertRefusedUnlessReloaded(DataSet other, String message, String remedy) throws Exception {
        for (DataPolicy policy : List.of(DataPolicy.REUSE, DataPolicy.RESET)) {
            assertProblem(other, policy, message, "Set 'data: reload' to replace it", remedy);
            assertThatThrownBy(() -> other.prepare(policy, Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContainingAll(message, remedy);
        }
        assertThat(other.verify()).singleElement().matches(finding -> finding.severity() == Severity.PROBLEM);
        assertThat(other.preflight(DataPolicy.RELOAD))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.NOTE)
                .asString()
                .contains(message, "It will be replaced.");
    }

    @Test
    void tablesWithoutOurMarkerAreLeftAlone() throws Exception {
        DataSet data = empty.data();
        empty.execute("CREATE TABLE orders (precious INTEGER)");
        for (DataPolicy policy : DataPolicy.values()) {
            assertProblem(data, policy, "not ours, such as orders", "is empty");
            assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT)).isInstanceOf(SutException.class);
        }
        data.clear(Progress.SILENT);
        assertThat(empty.number("SELECT COUNT(*) FROM orders")).isZero();
    }

    @Test
    void aLoadThatWasBrokenOffAnywhereIsKnown() throws Exception {
        DataSet data = empty.data();
        Thread self = Thread.currentThread();
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
                    if (done > 5_000) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
        assertBrokenOff(data);
        // Between making the marker's table and its row.
        empty.execute("DELETE FROM plateau_dvdstore");
        assertBrokenOff(data);

        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify()).isEmpty();

        // While the old store is taken apart for a reload: a view keeps a table from being dropped.
        empty.execute("CREATE VIEW in_the_way AS SELECT * FROM categories");
        assertThatThrownBy(() -> data.prepare(DataPolicy.RELOAD, Progress.SILENT))
                .isInstanceOf(SQLException.class);
        assertBrokenOff(data);
        empty.execute("DROP VIEW in_the_way");
        data.clear(Progress.SILENT);
        assertThat(tables(empty)).isEmpty();
    }

    private static void assertBrokenOff(DataSet data) throws Exception {
        assertThat(data.preflight(DataPolicy.REUSE))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.NOTE)
                .asString()
                .contains("broken off");
        assertThatThrownBy(data::verify).isInstanceOf(SQLException.class);
    }

    @Test
    void damageToLoadedRowsIsFound() throws Exception {
        loaded.data().prepare(DataPolicy.RESET, Progress.SILENT);
        loaded.execute("UPDATE cust_hist SET orderid = 1000001 WHERE orderid = 1");
        loaded.execute("UPDATE product_word SET field = LOWER(field)");
        List<Finding> findings = loaded.data().verify();
        loaded.execute("UPDATE cust_hist SET orderid = 1 WHERE orderid = 1000001");
        loaded.execute("UPDATE product_word SET field = UPPER(field)");
        assertThat(findings)
                .hasSize(4)
                .allMatch(finding -> finding.severity() == Severity.PROBLEM)
                .anySatisfy(finding -> assertThat(finding.message()).contains("history rows"))
                .anySatisfy(finding -> assertThat(finding.message()).contains("text search"));
        assertThat(loaded.data().verify()).isEmpty();
    }

    @Test
    void valuesThatAreNotThoseOfTheSeedAreFoundThoughNoRowIsMissing() throws Exception {
        loaded.data().prepare(DataPolicy.RESET, Progress.SILENT);
        assertFoundAndMended("orders", "netamount", 77, "orderid", "order money");
        assertFoundAndMended("orderlines", "quantity", 1, "orderid", "units in order lines");
        assertFoundAndMended("orderlines", "prod_id", 1, "orderid", "product numbers in order lines");
        assertFoundAndMended("cust_hist", "prod_id", 1, "orderid", "product numbers in the history");
        assertFoundAndMended("inventory", "quan_in_stock", 1, "prod_id", "stock");
        assertFoundAndMended("inventory", "sales", 1, "prod_id", "units sold");
        assertFoundAndMended("customers", "age", 1, "customerid", "Customer 1 ");
        assertFoundAndMended("products", "price", 1, "prod_id", "Product 1 ");
        assertThat(loaded.data().verify()).isEmpty();
        shop(1, 50);
        loaded.data().prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(loaded.data().verify()).allMatch(finding -> finding.severity() == Severity.NOTE);
    }

    private static void assertFoundAndMended(String table, String column, int more, String key, String part)
            throws Exception {
        String change =
                "UPDATE " + table + " SET " + column + " = " + column + " %s " + more + " WHERE " + key + " = 1";
        loaded.execute(String.format(change, "+"));
        List<Finding> findings = loaded.data().verify();
        loaded.execute(String.format(change, "-"));
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
            assertThat(finding.message()).contains(part);
        });
    }

    @Test
    void aDifferenceBetweenSentAndHeldIsNotMet() throws Exception {
        DataSet data = loaded.data();
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        TestUser user = shop(1, 50);
        loaded.execute("UPDATE inventory SET sales = sales + 1 WHERE prod_id = 1");
        loaded.execute("DELETE FROM orderlines WHERE orderid = 12001 AND orderlineid = 1");
        assertThat(data.reconcile(user.totals()).stream()
                        .filter(row -> !row.isMet())
                        .map(row -> row.what())
                        .toList())
                .containsExactly("order line rows", "units in order lines", "units in product sales");
    }

    @Test
    void aDatabaseThatIsNotSupportedIsNamedWithThoseThatAre() throws Exception {
        assertProblem(data("jdbc:oracle:thin:@db;secret"), "jdbc:oracle:thin:@db", "Supported are: H2");
        assertThat(data("jdbc:oracle:thin:@db;secret")
                        .preflight(DataPolicy.REUSE)
                        .toString())
                .doesNotContain("secret");
        assertProblem(new StoreDataSet(new SutAddress("cache", "redis", Map.of()), StoreSize.SMALL, 1), "no JDBC URL");
    }

    @Test
    @Timeout(15)
    void aServerThatIsDownIsSaidSoWithinSeconds() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        assertProblem(data(empty.url(closed)), "does not answer", "Start it");
    }

    @Test
    void aStoreThatDoesNotFitIntoTheServersMemoryIsAProblemBeforeItIsLoaded() throws Exception {
        assertProblem(
                inMemory(empty, StoreSize.MEDIUM, 512),
                "size medium needs about 7812 MiB in memory, and SUT db has 512 MiB",
                "heapMebibytes: 7812",
                "storage: file");
        assertProblem(inMemory(empty, StoreSize.SMALL, 64), "size small needs about 78 MiB");
        assertThat(inMemory(empty, StoreSize.SMALL, 512).preflight(DataPolicy.REUSE))
                .isEmpty();
        // What is loaded has found room.
        assertThat(inMemory(loaded, StoreSize.SMALL, 64).preflight(DataPolicy.REUSE))
                .isEmpty();
        assertProblem(inMemory(loaded, StoreSize.SMALL, 64), DataPolicy.RELOAD, "size small needs");
    }

    private static DataSet inMemory(TestDatabase database, StoreSize size, int mebibytes) {
        Map<String, String> properties = new TreeMap<>(database.address().properties());
        properties.put("memoryMebibytes", Integer.toString(mebibytes));
        return new StoreDataSet(new SutAddress("db", "h2", properties), size, TestDatabase.DATA_SEED);
    }

    @Test
    void aWrongPasswordIsSaidSo() throws Exception {
        Map<String, String> properties = new TreeMap<>(empty.address().properties());
        properties.put("password", "x");
        SutAddress wrong = new SutAddress("db", "h2", properties);
        assertProblem(new StoreDataSet(wrong, StoreSize.SMALL, 1), "refuses user shop", "Check user and password");
    }

    @Test
    void aDatabaseInTheHarnessItselfIsNoted() throws Exception {
        assertThat(data("jdbc:h2:mem:inside").preflight(DataPolicy.REUSE))
                .singleElement()
                .matches(finding -> finding.severity() == Severity.NOTE)
                .asString()
                .contains("inside the harness");
    }

    private static void assertProblem(DataSet data, String... parts) throws Exception {
        assertProblem(data, DataPolicy.REUSE, parts);
    }

    private static void assertProblem(DataSet data, DataPolicy policy, String... parts) throws Exception {
        List<Finding> findings = data.preflight(policy);
        assertThat(findings).singleElement().matches(finding -> finding.severity() == Severity.PROBLEM);
        assertThat(findings.getFirst().toString()).contains(parts);
    }
}
