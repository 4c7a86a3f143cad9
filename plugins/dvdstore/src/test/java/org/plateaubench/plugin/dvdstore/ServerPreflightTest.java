// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.PASSWORD;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.asClerk;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.assertNoFindings;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.assertNoProblem;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.assertOneProblemAndGetFix;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.store;
import static org.plateaubench.plugin.dvdstore.PreflightAssertions.with;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.testkit.Deadline;

/** Each problem of a server is reported with an SQL statement, and the statement solves the problem. */
@Tag("slow")
class ServerPreflightTest {

    @ParameterizedTest
    @EnumSource(Engine.class)
    @Timeout(30)
    void stoppedServerIsReportedWithinSeconds(Engine engine) throws Exception {
        TestDatabase database = TestDatabase.loaded(engine);
        int closed = Ports.free();
        assertOneProblemAndGetFix(store(database.address(database.url(closed))), "does not answer", "Start it");
    }

    @ParameterizedTest
    @EnumSource(Engine.class)
    void wrongPasswordIsReported(Engine engine) throws Exception {
        TestDatabase database = TestDatabase.loaded(engine);
        assertOneProblemAndGetFix(
                store(with(database.address(), Map.of("password", "x"))),
                "refuses user " + database.address().property("user"),
                "Check user and password");
    }

    @ParameterizedTest
    @CsvSource({
        "H2, DROP INDEX ix_prod_category, ix_prod_category",
        "H2, ALTER TABLE cust_hist DROP CONSTRAINT fk_hist_customer, fk_hist_customer",
        "POSTGRESQL, DROP INDEX ix_prod_category, ix_prod_category",
        "POSTGRESQL, DROP INDEX ix_prod_title, ix_prod_title",
        "POSTGRESQL, ALTER TABLE cust_hist DROP CONSTRAINT fk_hist_customer, fk_hist_customer",
        "MARIADB, DROP INDEX ix_prod_category ON products, ix_prod_category",
        "MARIADB, DROP INDEX ix_prod_title ON products, ix_prod_title",
        "MARIADB, ALTER TABLE cust_hist DROP CONSTRAINT fk_hist_customer, fk_hist_customer"
    })
    void missingIndexIsReportedWithCreateStatement(Engine engine, String damage, String name) throws Exception {
        TestDatabase database = TestDatabase.loaded(engine);
        database.execute(damage);
        List<Finding> findings = database.data().preflight(DataPolicy.REUSE);
        assertThat(findings).singleElement().asString().contains(name + " of the store is missing", "'data: reload'");
        Matcher statement = Pattern.compile("Run '(.*)', or set")
                .matcher(findings.getFirst().toString());
        assertThat(statement.find()).isTrue();
        database.execute(statement.group(1));
        assertNoFindings(database.data());
    }

    @ParameterizedTest
    @CsvSource({"H2, product_word", "H2, reorder", "POSTGRESQL, reorder", "MARIADB, reorder"})
    void missingTableIsNamed(Engine engine, String table) throws Exception {
        TestDatabase database = TestDatabase.loaded(engine);
        database.execute("ALTER TABLE " + table + " RENAME TO away");
        assertThat(assertOneProblemAndGetFix(
                        database.data(), "are missing or have other columns: " + table + ".", "'data: reload'"))
                .isEmpty();
        database.execute("ALTER TABLE away RENAME TO " + table);
        assertNoFindings(database.data());
    }

    @Test
    void missingDatabaseIsReported() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.POSTGRESQL);
        assertOneProblemAndGetFix(
                store(database.address(database.url().replace("/plateau", "/nowhere"))),
                "refuses the connection",
                "\"nowhere\" does not exist",
                "correct the url");
    }

    /** Preflight assumes this number of statements. */
    @Test
    void userHoldsAtMost41StatementsOnMariadb() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.MARIADB);
        String preparedStatements = "SELECT variable_value FROM information_schema.global_status"
                + " WHERE variable_name = 'PREPARED_STMT_COUNT'";
        DvdStoreParameters parameters = TestDatabase.parameters(Restock.HOLD);
        TestUser user = new TestUser();
        Driver driver =
                new DvdStoreWorkload().open(database.context(parameters)).driver(user);
        Deadline.until("no statement is prepared", () -> database.number(preparedStatements) == 0);
        driver.connect();
        TestShopper shopper = new TestShopper(parameters, 3, 0);
        for (int unit = 0; unit < 60; unit++) {
            shopper.order(driver, user, unit);
        }
        // By default no cart has ten lines, which would need three more statements; reorders are rare.
        assertThat(database.number(preparedStatements)).isBetween(30L, 41L);
        driver.close();
    }

    @Test
    void unusableIndexIsReportedOnPostgresql() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.POSTGRESQL);
        database.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_prod_title'::regclass");
        database.execute(assertOneProblemAndGetFix(database.data(), "ix_prod_title is not ready"));
        assertNoFindings(database.data());
        database.execute("DROP INDEX ix_prod_actor");
        database.execute("CREATE INDEX ix_prod_actor ON products USING gin (to_tsvector('english', actor))");
        assertOneProblemAndGetFix(database.data(), "ix_prod_actor", "'simple'", "'data: reload'");
        database.execute("DROP INDEX ix_prod_actor");
        database.execute("CREATE INDEX ix_prod_actor ON products USING gin (to_tsvector('simple', actor))");
        assertNoFindings(database.data());
    }

    @Test
    void missingTableRightsAreReportedOnPostgresql() throws Exception {
        TestDatabase database = TestDatabase.empty(Engine.POSTGRESQL);
        database.execute("DROP ROLE IF EXISTS clerk");
        database.execute("CREATE ROLE clerk LOGIN PASSWORD '" + PASSWORD + "'");
        StoreDataSet store = store(asClerk(database.address()));
        assertOneProblemAndGetFix(
                store, "no schema for the tables of user clerk", "'CREATE SCHEMA AUTHORIZATION clerk'");
        database.execute("GRANT USAGE ON SCHEMA public TO clerk");
        database.execute(
                assertOneProblemAndGetFix(store, "may not create tables in schema public", "CREATE is missing"));
        assertNoProblem(store);
        store.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(store.verify()).isEmpty();
        assertNoProblem(store);

        database.execute("ALTER TABLE plateau_dvdstore OWNER TO plateau");
        database.execute(assertOneProblemAndGetFix(store, "may not read and write plateau_dvdstore"));
        database.execute("ALTER TABLE plateau_dvdstore OWNER TO clerk");
        SutAddress elsewhere = database.address(database.url() + "?currentSchema=shop");
        StoreDataSet other = store(asClerk(elsewhere));
        database.execute("DROP SCHEMA IF EXISTS shop CASCADE");
        database.execute(assertOneProblemAndGetFix(other, "no schema", "'CREATE SCHEMA shop AUTHORIZATION clerk'"));
        assertNoProblem(other);
        database.execute("DROP SCHEMA shop");
        database.execute("CREATE SCHEMA shop");
        database.execute(
                assertOneProblemAndGetFix(other, "no schema", "'GRANT USAGE, CREATE ON SCHEMA shop TO clerk'"));
        assertNoProblem(other);
        database.execute("DROP SCHEMA shop");
        database.execute("ALTER TABLE orders OWNER TO plateau");
        database.execute(assertOneProblemAndGetFix(store, "may not read and write orders"));
        assertNoProblem(store);
        assertThat(store.preflight(DataPolicy.RESET)).singleElement().asString().contains("does not own orders");
        database.execute("DROP OWNED BY clerk CASCADE");
        database.execute("DROP ROLE clerk");
    }

    @Test
    void tooFewConnectionsAreReportedOnPostgresql() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.POSTGRESQL);
        assertOneProblemAndGetFix(
                store(database.address()).forUsers(30),
                "The server has ",
                " of " + TestServer.MAX_CONNECTIONS,
                "30 users",
                "ALTER SYSTEM SET max_connections");
        database.execute("DROP ROLE IF EXISTS clerk");
        database.execute("CREATE ROLE clerk LOGIN CONNECTION LIMIT 6 PASSWORD '" + PASSWORD + "'");
        database.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk");
        // Three of the 20 connections are reserved for administrators, so that 37 more need a limit of 40.
        assertThat(store(asClerk(database.address()))
                        .forUsers(30)
                        .preflight(DataPolicy.REUSE)
                        .toString())
                .containsPattern("max_connections = 4\\d'");
        StoreDataSet store = store(asClerk(database.address())).forUsers(4);
        database.execute(assertOneProblemAndGetFix(
                store, "User clerk has 6 connections left of 6", "4 users and 7 others need 11"));
        assertNoProblem(store);
        database.execute("ALTER DATABASE plateau CONNECTION LIMIT 5");
        database.execute(assertOneProblemAndGetFix(store, "Database plateau has 5 connections left of 5"));
        assertNoProblem(store);
        database.execute("ALTER DATABASE plateau CONNECTION LIMIT -1");
        database.execute("DROP OWNED BY clerk");
        database.execute("DROP ROLE clerk");
    }

    @Test
    void settingsThatLoseCommitsAreReportedOnPostgresql() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.POSTGRESQL);
        assertNoFindings(database.data());
        for (String setting : List.of("fsync", "full_page_writes", "synchronous_commit")) {
            set(database, setting, "off");
            assertThat(database.data().describe().doubts()).containsExactly(setting + " is off");
            set(database, setting, "on");
        }
        database.execute("ALTER DATABASE plateau SET synchronous_commit = off");
        database.execute("ALTER TABLE reorder SET UNLOGGED");
        assertThat(database.data().describe().doubts())
                .containsExactly("synchronous_commit is off", "unlogged tables: reorder");
        database.execute("ALTER TABLE reorder SET LOGGED");
        database.execute("ALTER DATABASE plateau SET default_transaction_read_only = on");
        assertOneProblemAndGetFix(database.data(), "accepts no writes", "Name its primary");
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET default_transaction_read_only = off");
            statement.execute("ALTER DATABASE plateau RESET ALL");
        }
        assertNoFindings(database.data());
    }

    /** Changes a setting of the server, which reloads its settings asynchronously. */
    private static void set(TestDatabase database, String setting, String value) throws SQLException {
        database.execute("ALTER SYSTEM SET " + setting + " = " + value);
        database.execute("SELECT pg_reload_conf()");
        String isSet = "SELECT CASE WHEN current_setting('" + setting + "') = '" + value + "' THEN 1 ELSE 0 END";
        Deadline.until("the server has read its settings", () -> database.number(isSet) != 0);
    }

    @Test
    void writeDelayOfH2FileIsReported(@TempDir Path folder) throws Exception {
        String url = "jdbc:h2:file:" + folder.resolve("store");
        StoreDataSet store = store(TestDatabase.loaded(Engine.H2).address(url));
        assertThat(store.describe().doubts()).containsExactly("WRITE_DELAY is 500 ms");
        assertThat(store.preflight(DataPolicy.REUSE))
                .anySatisfy(finding -> assertThat(finding.toString()).contains("inside the harness"))
                .allMatch(finding -> finding.severity() == Severity.NOTE);
    }

    @Test
    void unsupportedDatabaseIsReported() throws Exception {
        SutAddress oracle = new SutAddress("db", "h2", Map.of("url", "jdbc:oracle:thin:@db;secret"));
        assertOneProblemAndGetFix(store(oracle), "jdbc:oracle:thin:@db", "Supported are: H2");
        assertThat(store(oracle).preflight(DataPolicy.REUSE).toString()).doesNotContain("secret");
        assertOneProblemAndGetFix(store(new SutAddress("cache", "redis", Map.of())), "no JDBC URL");
    }

    @Test
    void storeLargerThanServerMemoryIsReported() throws Exception {
        TestDatabase empty = TestDatabase.empty(Engine.H2);
        TestDatabase loaded = TestDatabase.loaded(Engine.H2);
        assertOneProblemAndGetFix(
                inMemory(empty, StoreSize.MEDIUM, 512),
                "size medium needs about 7812 MiB in memory, and SUT db has 512 MiB",
                "heapMebibytes: 7812",
                "storage: file");
        assertOneProblemAndGetFix(inMemory(empty, StoreSize.SMALL, 64), "size small needs about 78 MiB");
        assertNoProblem(inMemory(empty, StoreSize.SMALL, 512));
        // A loaded store already fits into the memory.
        assertNoProblem(inMemory(loaded, StoreSize.SMALL, 64));
        assertThat(inMemory(loaded, StoreSize.SMALL, 64).preflight(DataPolicy.RELOAD))
                .singleElement()
                .asString()
                .contains("size small needs");
        empty.close();
    }

    private static DataSet inMemory(TestDatabase database, StoreSize size, int mebibytes) {
        return new StoreDataSet(
                with(database.address(), Map.of("memoryMebibytes", Integer.toString(mebibytes))),
                size,
                TestDatabase.DATA_SEED);
    }
}
