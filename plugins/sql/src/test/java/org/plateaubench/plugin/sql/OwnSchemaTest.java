// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** Setup and teardown in the plugin's own schema, and the check of statements before the load. */
class OwnSchemaTest {
    private static final String ITEMS = """
            setup:
              - CREATE TABLE item (id INTEGER PRIMARY KEY, stock INTEGER)
              - INSERT INTO item VALUES (1, 10)
              - CREATE VIEW gone AS SELECT * FROM item WHERE stock = 0
            grows: { buy: SELECT 10 - stock FROM item }
            scenario: { steps: [{ update: UPDATE item SET stock = stock - 1, name: buy }] }
            """;

    private final TestDatabase database = TestDatabase.create();

    private DataSet data(String yaml) throws Exception {
        return SqlUser.data(database, SqlUser.parameters(yaml));
    }

    private static List<String> messages(List<Finding> findings) {
        return findings.stream().map(Finding::toString).toList();
    }

    @Test
    void schemaIsCreatedReusedReloadedAndDropped() throws Exception {
        DataSet data = data(ITEMS);
        for (DataPolicy policy : List.of(DataPolicy.REUSE, DataPolicy.RESET, DataPolicy.RELOAD, DataPolicy.REUSE)) {
            assertThat(data.preflight(policy)).isEmpty();
            data.prepare(policy, Progress.SILENT);
            assertThat(data.verify()).isEmpty();
            assertThat(database.value("SELECT stock FROM plateau_sql.item")).isEqualTo("10");
        }
        database.execute("UPDATE plateau_sql.item SET stock = 7");
        assertThat(data.reconcile(sent(3)).getFirst()).matches(Reconciliation::isMet);
        assertThat(data.reconcile(sent(4)).getFirst()).matches(row -> !row.isMet());
        assertThat(messages(
                        data("schema: plateau_sql\nsetup: [CREATE TABLE other (id INTEGER)]\nscenario: { steps: [] }")
                                .preflight(DataPolicy.REUSE)))
                .anySatisfy(finding -> assertThat(finding).contains("differs from the requested data: setup"));
        data.clear(Progress.SILENT);

        assertThat(database.value("SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'PLATEAU_SQL'"))
                .isEqualTo("0");
    }

    @Test
    void rowsSchemaAndSettingsAreDescribed() throws Exception {
        DataSet data = data(ITEMS);
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        Map<String, String> before = data.describe().facts();
        assertThat(before).containsEntry("size.rows.item", "1").containsEntry("storage", "memory");
        database.execute("CREATE INDEX plateau_sql.of_stock ON plateau_sql.item (stock)");
        database.execute("INSERT INTO plateau_sql.item SELECT id + 1, stock FROM plateau_sql.item");
        Map<String, String> after = data.describe().facts();
        assertThat(after).containsEntry("size.rows.item", "2");
        assertThat(after.get("indexes.item")).contains("(stock)").isNotEqualTo(before.get("indexes.item"));
        assertThat(after.get("schema")).isNotEqualTo(before.get("schema"));
    }

    private static SentTotals sent(long count) {
        return new SentTotals() {
            @Override
            public long operations(String operation, OutcomeKind outcome) {
                return outcome == OutcomeKind.OK ? count : 0;
            }

            @Override
            public long counter(String name) {
                return 0;
            }
        };
    }

    @Test
    void foreignObjectsAreNamedAndKept() throws Exception {
        database.execute("CREATE SCHEMA plateau_sql", "CREATE TABLE plateau_sql.theirs (id INTEGER)");
        DataSet data = data(ITEMS);
        for (DataPolicy policy : DataPolicy.values()) {
            assertThat(messages(data.preflight(policy)))
                    .singleElement()
                    .satisfies(finding -> assertThat(finding)
                            .contains(
                                    "schema plateau_sql are objects of other programs: THEIRS. Nothing was changed."));
            assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT)).hasMessageContaining("THEIRS");
        }
        data.clear(Progress.SILENT);
        assertThat(database.value("SELECT COUNT(*) FROM plateau_sql.theirs")).isEqualTo("0");

        database.execute("DROP TABLE plateau_sql.theirs");
        assertThat(messages(data.preflight(DataPolicy.REUSE)))
                .singleElement()
                .satisfies(finding -> assertThat(finding).contains("Plateau did not create", "Add 'teardown'"));
        database.execute("DROP SCHEMA plateau_sql");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        database.execute("CREATE VIEW plateau_sql.sold AS SELECT * FROM plateau_sql.item");
        assertThatThrownBy(() -> data.clear(Progress.SILENT)).hasMessageContaining("SOLD");
        assertThatThrownBy(() -> data.prepare(DataPolicy.RELOAD, Progress.SILENT))
                .hasMessageContaining("SOLD");
        assertThat(database.value("SELECT COUNT(*) FROM plateau_sql.sold")).isEqualTo("1");
        database.execute(
                "DROP VIEW plateau_sql.sold",
                "CREATE SCHEMA x",
                "CREATE VIEW x.bought AS SELECT * FROM plateau_sql.item");
        assertThatThrownBy(() -> data.clear(Progress.SILENT)).hasMessageContaining("view BOUGHT");
    }

    @Test
    void teardownEmptiesExistingSchema() throws Exception {
        database.execute("CREATE SCHEMA plateau_sql");
        DataSet data = data(ITEMS + "teardown: [DROP VIEW gone, DROP TABLE item]");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        data.prepare(DataPolicy.RELOAD, Progress.SILENT);
        data.clear(Progress.SILENT);

        assertThat(database.value("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'PLATEAU_SQL'"))
                .isEqualTo("0");
        assertThat(database.value("SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name = 'PLATEAU_SQL'"))
                .isEqualTo("1");
    }

    @Test
    void wrongStatementsAreFoundBeforeLoad() throws Exception {
        DataSet data = data("""
                setup: ["CREATE TABLE item (id INTEGER, stock INTEGER)", "CREATE TABL item"]
                scenario:
                  steps:
                    - query: SELECT stok FROM item
                    - { query: SELEC 1, name: form }
                """);
        assertThat(data.preflight(DataPolicy.REUSE))
                .extracting(Finding::parameter)
                .containsExactly("setup[1]", "scenario.steps[1].query");
        DataSet correct = data("""
                setup: ["CREATE TABLE item (id INTEGER, stock INTEGER)"]
                unchanged: { sum: SELECT SUM(stok) FROM item }
                scenario:
                  steps:
                    - query: SELECT stok FROM item
                    - { update: "INSERT INTO item VALUES (1)", name: few }
                    - { query: SELECT id FROM item, name: column, extract: { a: stock } }
                """);
        correct.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(correct.verify())
                .extracting(Finding::parameter)
                .containsExactly(
                        "scenario.steps[0].query",
                        "scenario.steps[1].update",
                        "scenario.steps[2].query",
                        "unchanged.sum");
        assertThat(messages(correct.verify()).getFirst())
                .startsWith("The server refuses the statement: Column \"STOK\" not found");
        assertThat(messages(correct.verify()).get(2)).startsWith("The result has no column 'stock'; it has ID.");
    }

    @Test
    void setupFailureNamesFileAndLine() throws Exception {
        SqlParameters parameters =
                SqlUser.parameters("setup: [tables.sql]\nscenario: { steps: [{ query: SELECT 1 }] }");
        DataSet data = new SqlWorkload()
                .dataSet(SqlUser.context(
                        database.address(),
                        parameters,
                        Map.of(
                                "tables.sql",
                                "-- tables; of\nCREATE TABLE a (id INTEGER);\n\nINSERT INTO a VALUES ('x')")));

        assertThat(new SqlWorkload().files(parameters))
                .extracting(each -> each.name())
                .containsExactly("tables.sql");
        assertThatThrownBy(() -> data.prepare(DataPolicy.REUSE, Progress.SILENT))
                .hasMessageStartingWith("A statement of setup[0] failed: tables.sql, line 4: Data conversion error");
    }

    @Test
    void unreachableDatabaseIsReported() throws Exception {
        DataSet existing = new SqlWorkload()
                .dataSet(SqlUser.context(
                        new SutAddress("db", "h2", Map.of("url", database.url(), "user", "shop", "password", "wrong")),
                        SqlUser.parameters("scenario: { steps: [{ query: SELECT 1 }] }"),
                        Map.of()));
        database.execute("SELECT 1");
        assertThat(messages(existing.preflight(DataPolicy.REUSE)))
                .singleElement()
                .satisfies(finding -> assertThat(finding)
                        .contains("refuses user shop", "Check user and password")
                        .doesNotContain("wrong"));
        DataSet unreachable = SqlUser.data(TestDatabase.at(1, "x"), SqlUser.parameters(ITEMS));
        assertThat(messages(unreachable.preflight(DataPolicy.REUSE)))
                .singleElement()
                .satisfies(finding -> assertThat(finding).contains("127.0.0.1:1/mem:x does not answer"));
    }
}
