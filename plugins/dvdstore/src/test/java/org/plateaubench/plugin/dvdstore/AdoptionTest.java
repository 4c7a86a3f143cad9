// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding.Severity;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** A schema with tables of other programs is used only if it is named, and their objects stay unchanged. */
abstract class AdoptionTest {
    private final Engine engine;

    AdoptionTest(Engine engine) {
        this.engine = engine;
    }

    private static DataSet adopting(TestDatabase database, String schema) {
        return new StoreDataSet(database.address(), StoreSize.SMALL, TestDatabase.DATA_SEED).adopting(schema);
    }

    @Test
    void adoptedSchemaKeepsForeignTables() throws Exception {
        try (TestDatabase database = TestDatabase.empty(engine)) {
            database.execute("CREATE TABLE precious AS SELECT 7 AS id");
            String differentCase = database.quoted("Orders");
            database.execute("CREATE TABLE " + differentCase + " AS SELECT 8 AS id");
            assertThat(database.data().preflight(DataPolicy.REUSE))
                    .singleElement()
                    .matches(finding -> finding.severity() == Severity.PROBLEM)
                    .asString()
                    .contains("'adopt: " + database.schema() + "'");
            DataSet data = adopting(database, database.schema().toLowerCase(Locale.ROOT));
            assertThat(data.preflight(DataPolicy.REUSE))
                    .singleElement()
                    .matches(finding -> finding.severity() == Severity.NOTE)
                    .asString()
                    .contains(database.schema() + " is adopted", "next to its 2 tables");
            // Interrupted at the indexes, when every table is created and filled.
            // Interrupted by the first progress report, after the tables are created and before they have rows.
            Thread self = Thread.currentThread();
            assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, (activity, done, total, unit) -> {
                        if (activity.startsWith("indexing")) {
                            self.interrupt();
                        }
                    }))
                    .isInstanceOf(InterruptedException.class);
            Thread.interrupted();
            assertThat(database.number("SELECT COUNT(*) FROM orders WHERE netamount > 0"))
                    .isEqualTo(12_000);
            assertThat(data.preflight(DataPolicy.RESET))
                    .singleElement()
                    .asString()
                    .contains("interrupted");
            data.clear(Progress.SILENT);
            assertThat(database.number("SELECT id FROM precious")).isEqualTo(7);
            assertThat(database.number("SELECT id FROM " + differentCase)).isEqualTo(8);
            database.execute("DROP TABLE " + differentCase);
            assertThat(database.tables()).containsExactly("precious");
        }
    }

    private static void assertRefused(DataSet data, DataPolicy policy, String... named) throws Exception {
        assertThat(data.preflight(policy).stream().filter(finding -> finding.severity() == Severity.PROBLEM))
                .singleElement()
                .asString()
                .contains(named);
        assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT))
                .isInstanceOf(SutException.class)
                .hasMessageContainingAll(named);
    }

    @Test
    void tablesNamedLikeStoreTablesAreRefused() throws Exception {
        try (TestDatabase database = TestDatabase.empty(engine)) {
            database.execute("CREATE TABLE customers (customerid INT PRIMARY KEY, username VARCHAR(50))");
            database.execute("CREATE TABLE orders (orderid INT PRIMARY KEY, customerid INT)");
            database.execute("CREATE TABLE membership (customerid INT PRIMARY KEY, CONSTRAINT fk_member FOREIGN KEY"
                    + " (customerid) REFERENCES customers (customerid))");
            database.execute("CREATE TABLE plateau_dvdstore (note VARCHAR(50))");
            database.execute("CREATE VIEW reorder AS SELECT * FROM membership");
            database.execute("INSERT INTO customers VALUES (1, 'a')");
            database.execute("INSERT INTO orders VALUES (1, 1)");
            database.execute("INSERT INTO membership VALUES (1)");
            DataSet data = adopting(database, database.schema());
            for (DataPolicy policy : DataPolicy.values()) {
                String[] named = Stream.of("table customers", "table orders", "table plateau_dvdstore", "view reorder")
                        .map(name -> engine == Engine.H2 ? inCapitals(name) : name)
                        .toArray(String[]::new);
                assertRefused(data, policy, named);
                assertRefused(data, policy, engine == Engine.H2 ? "FK_MEMBER" : "fk_member");
            }
            data.clear(Progress.SILENT);
            for (String table : List.of("customers", "orders", "membership", "reorder")) {
                assertThat(database.number("SELECT COUNT(*) FROM " + table)).isEqualTo(1);
            }
        }
    }

    private static String inCapitals(String object) {
        int blank = object.indexOf(' ');
        return object.substring(0, blank) + object.substring(blank).toUpperCase(Locale.ROOT);
    }

    @Test
    void dependentObjectsAreNamedAndKept() throws Exception {
        TestDatabase database = TestDatabase.loaded(engine);
        DataSet data = database.data();
        database.execute(
                "INSERT INTO customers SELECT 20001, firstname, lastname, address1, address2, city, state, zip,"
                        + " country, region, email, phone, creditcardtype, creditcard, creditcardexpiration, 'member', password,"
                        + " age, income, gender FROM customers WHERE customerid = 1");
        database.execute("CREATE TABLE membership (customerid INT PRIMARY KEY, CONSTRAINT fk_member FOREIGN KEY"
                + " (customerid) REFERENCES customers (customerid) ON DELETE CASCADE)");
        database.execute("INSERT INTO membership VALUES (20001)");
        database.execute("CREATE VIEW spenders AS SELECT customerid FROM orders");
        try {
            String key = engine == Engine.H2 ? "FK_MEMBER" : "fk_member";
            assertThat(data.preflight(DataPolicy.REUSE)).noneMatch(finding -> finding.severity() == Severity.PROBLEM);
            assertRefused(data, DataPolicy.RESET, key);
            assertRefused(data, DataPolicy.RELOAD, key, engine == Engine.H2 ? "view SPENDERS" : "view spenders");
            assertThatThrownBy(() -> data.clear(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining(key);
            assertThat(database.number("SELECT COUNT(*) FROM membership")).isEqualTo(1);
            assertThat(database.number("SELECT COUNT(*) FROM spenders")).isEqualTo(12_000);
        } finally {
            database.execute("DROP VIEW spenders");
            database.execute("DROP TABLE membership");
        }
        if (engine != Engine.H2) {
            database.execute("CREATE TABLE audit (orderid INT)");
            String call =
                    engine == Engine.MARIADB ? "INSERT INTO audit VALUES (NEW.orderid)" : "EXECUTE FUNCTION noted()";
            if (engine == Engine.POSTGRESQL) {
                database.execute("CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN INSERT INTO audit VALUES (NEW.orderid); RETURN NEW; END'");
            }
            database.execute("CREATE TRIGGER audited AFTER INSERT ON orders FOR EACH ROW " + call);
            try {
                for (DataPolicy policy : DataPolicy.values()) {
                    assertRefused(data, policy, "trigger audited on table orders");
                }
            } finally {
                database.execute("DROP TRIGGER audited" + (engine == Engine.POSTGRESQL ? " ON orders" : ""));
                database.execute("DROP TABLE audit");
            }
        }
        data.prepare(DataPolicy.RESET, Progress.SILENT);
        assertThat(data.verify()).isEmpty();
    }

    @Test
    void storeTableWithOtherColumnsIsRefused() throws Exception {
        try (TestDatabase database = TestDatabase.empty(engine)) {
            // Interrupted by the first progress report, after the tables are created and before they have rows.
            Thread self = Thread.currentThread();
            assertThatThrownBy(() ->
                            database.data().prepare(DataPolicy.REUSE, (what, done, total, unit) -> self.interrupt()))
                    .isInstanceOf(InterruptedException.class);
            Thread.interrupted();
            database.execute("DROP TABLE reorder");
            database.execute("CREATE TABLE reorder AS SELECT 7 AS precious");
            for (DataPolicy policy : DataPolicy.values()) {
                assertRefused(database.data(), policy, engine == Engine.H2 ? "table REORDER" : "table reorder");
            }
            assertThatThrownBy(() -> database.data().clear(Progress.SILENT)).isInstanceOf(SutException.class);
            assertThat(database.number("SELECT precious FROM reorder")).isEqualTo(7);
        }
    }

    @Test
    void wrongSchemaNameIsRefused() throws Exception {
        try (TestDatabase database = TestDatabase.empty(engine)) {
            database.execute("CREATE TABLE orders (old INTEGER)");
            DataSet data = adopting(database, "other");
            assertThat(data.preflight(DataPolicy.REUSE)).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
                assertThat(finding.toString())
                        .contains("to adopt is other", "is " + database.schema(), "Correct 'adopt'");
            });
            for (DataPolicy policy : DataPolicy.values()) {
                assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT)).isInstanceOf(SutException.class);
            }
            data.clear(Progress.SILENT);
            assertThat(database.number("SELECT COUNT(*) FROM orders")).isZero();
        }
    }
}
