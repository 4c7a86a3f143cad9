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
    private static final List<String> TABLES = List.of(
            "categories",
            "products",
            "inventory",
            "customers",
            "orders",
            "orderlines",
            "cust_hist",
            "reorder",
            "product_word");

    private TestDatabase database;
    private DataSet data;

    @BeforeEach
    void start() throws SQLException {
        database = new TestDatabase();
        data = data(StoreSize.SMALL);
    }

    @AfterEach
    void stop() throws SQLException {
        database.close();
    }

    private DataSet data(StoreSize size) {
        return new StoreDataSet(database.address(), size, TestDatabase.DATA_SEED);
    }

    private static DataSet data(String url) {
        return new StoreDataSet(TestDatabase.address(url), StoreSize.SMALL, 1);
    }

    /** A sum over the rows of each table that no other rows are likely to have. */
    private Map<String, String> checksums() throws SQLException {
        Map<String, String> sums = new TreeMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                long count = 0;
                long sum = 0;
                try (ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
                    int columns = found.getMetaData().getColumnCount();
                    while (found.next()) {
                        long row = 17;
                        for (int i = 1; i <= columns; i++) {
                            row = row * 1_000_003
                                    + String.valueOf(found.getString(i)).hashCode();
                        }
                        sum += row * row;
                        count++;
                    }
                }
                sums.put(table, count + "/" + sum);
            }
        }
        return sums;
    }

    /** Some orders on the store as it is; gives what was counted. */
    private TestUser shop(long seed, int orders) throws Exception {
        DvdStoreParameters parameters = TestDatabase.parameters(Restock.HOLD);
        TestUser user = new TestUser();
        Driver driver =
                new DvdStoreWorkload().open(database.context(parameters)).driver(user);
        driver.connect();
        TestShopper shopper = new TestShopper(parameters, seed, 0);
        for (int i = 0; i < orders; i++) {
            shopper.order(driver, user, i);
        }
        driver.close();
        return user;
    }

    @Test
    void anEmptyDatabaseIsLoadedWhateverThePolicyAndTheSameRowsComeOfTheSameSeed() throws Exception {
        ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
        assertThat(data.preflight()).isEmpty();
        data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> reports.add(activity + " " + unit));
        assertThat(data.verify()).isEmpty();
        assertThat(reports).contains("loading the store rows", "indexing the store steps");
        Map<String, String> first = checksums();
        assertThat(first.get("customers")).startsWith("20000/");
        assertThat(first.get("orders")).startsWith("12000/");
        assertThat(first.get("products")).startsWith("10000/");

        data.clear(Progress.SILENT);
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(checksums()).isEqualTo(first);
    }

    @Test
    void resetRestoresExactlyTheLoadedStateAndTheSameRunFollows() throws Exception {
        data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        Map<String, String> loaded = checksums();
        TestUser first = shop(1, 300);
        Map<String, String> afterFirst = checksums();
        assertThat(first.count(Measure.NEW_CUSTOMERS)).isPositive();
        assertThat(afterFirst).isNotEqualTo(loaded);

        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(checksums()).isEqualTo(loaded);
        assertThat(data.verify()).isEmpty();
        shop(1, 300);
        assertThat(checksums()).isEqualTo(afterFirst);
    }

    @Test
    void aSecondRunOnReusedDataMeetsNoNameOfTheFirst() throws Exception {
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
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
    void aStoreOfAnotherSizeIsNotedBeforeAndRefusedUnlessReloaded() throws Exception {
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        DataSet medium = data(StoreSize.MEDIUM);
        assertThat(medium.preflight()).singleElement().asString().contains("size small", "data: reload");
        assertThatThrownBy(() -> medium.prepare(DataPolicy.REUSE, Progress.SILENT))
                .isInstanceOf(SutException.class)
                .hasMessageContaining("size small and size medium is asked for");
        assertThatThrownBy(() -> medium.prepare(DataPolicy.RESET, Progress.SILENT))
                .isInstanceOf(SutException.class);
        assertThat(data.verify()).isEmpty();
    }

    @Test
    void tablesWithoutOurMarkerAreLeftAlone() throws Exception {
        database.execute("CREATE TABLE orders (precious INTEGER)");
        assertThat(data.preflight())
                .singleElement()
                .matches(finding -> finding.severity() == Severity.PROBLEM)
                .asString()
                .contains("not ours, such as orders");
        for (DataPolicy policy : DataPolicy.values()) {
            assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT)).isInstanceOf(SutException.class);
        }
        data.clear(Progress.SILENT);
        assertThat(database.number("SELECT COUNT(*) FROM orders")).isZero();
    }

    @Test
    void clearTakesOnlyOurTables() throws Exception {
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        database.execute("CREATE TABLE precious (id INTEGER)");
        data.clear(Progress.SILENT);
        try (Connection connection = database.connect();
                ResultSet found = connection.getMetaData().getTables(null, "PUBLIC", null, null)) {
            List<String> names = new ArrayList<>();
            while (found.next()) {
                names.add(found.getString("TABLE_NAME"));
            }
            assertThat(names).containsExactly("PRECIOUS");
        }
    }

    @Test
    void aLoadThatWasBrokenOffIsDoneAnew() throws Exception {
        Thread self = Thread.currentThread();
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
                    if (done > 5_000) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(data.preflight()).singleElement().asString().contains("broken off");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
    }

    @Test
    void damageToLoadedRowsIsFound() throws Exception {
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        database.execute("DELETE FROM cust_hist WHERE orderid = 1");
        database.execute("DELETE FROM product_word");
        assertThat(data.verify())
                .hasSize(3)
                .allMatch(finding -> finding.severity() == Severity.PROBLEM)
                .anySatisfy(finding -> assertThat(finding.message()).contains("history rows"))
                .anySatisfy(finding -> assertThat(finding.message()).contains("text search"));
    }

    @Test
    void aDifferenceBetweenSentAndHeldIsNotMet() throws Exception {
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        TestUser user = shop(1, 50);
        database.execute("UPDATE inventory SET sales = sales + 1 WHERE prod_id = 1");
        database.execute("DELETE FROM orderlines WHERE orderid = 12001 AND orderlineid = 1");
        assertThat(data.reconcile(user.totals()).stream()
                        .filter(row -> !row.isMet())
                        .map(row -> row.what())
                        .toList())
                .containsExactly("order line rows", "units in order lines", "units in product sales");
    }

    @Test
    void aDatabaseThatIsNotSupportedIsNamedWithThoseThatAre() throws Exception {
        assertProblem(data("jdbc:oracle:thin:@db;secret"), "jdbc:oracle:thin:@db", "Supported are: H2");
        assertThat(data("jdbc:oracle:thin:@db;secret").preflight().toString()).doesNotContain("secret");
        assertProblem(new StoreDataSet(new SutAddress("cache", "redis", Map.of()), StoreSize.SMALL, 1), "no JDBC URL");
    }

    @Test
    @Timeout(15)
    void aServerThatIsDownIsSaidSoWithinSeconds() throws Exception {
        database.kill();
        assertProblem(data, "does not answer", "Start it");
    }

    @Test
    @Timeout(15)
    void aServerThatAcceptsAndSaysNothingIsGivenUpWithinSeconds() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            assertProblem(data("jdbc:h2:tcp://127.0.0.1:" + silent.getLocalPort() + "/mem:x"), "does not answer");
        }
    }

    @Test
    void aWrongPasswordIsSaidSo() throws Exception {
        SutAddress wrong =
                new SutAddress("db", "h2", Map.of("url", database.url(), "user", TestDatabase.USER, "password", "x"));
        assertProblem(new StoreDataSet(wrong, StoreSize.SMALL, 1), "refuses user shop", "Check user and password");
    }

    @Test
    void aDatabaseInTheHarnessItselfIsNoted() throws Exception {
        assertThat(data("jdbc:h2:mem:inside").preflight())
                .singleElement()
                .matches(finding -> finding.severity() == Severity.NOTE)
                .asString()
                .contains("inside the harness");
    }

    private static void assertProblem(DataSet data, String... parts) throws Exception {
        List<Finding> findings = data.preflight();
        assertThat(findings).singleElement().matches(finding -> finding.severity() == Severity.PROBLEM);
        assertThat(findings.getFirst().toString()).contains(parts);
    }
}
