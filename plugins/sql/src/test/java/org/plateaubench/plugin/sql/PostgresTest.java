// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.databases.PostgresParameters;
import org.plateaubench.plugin.databases.PostgresServiceType;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.testkit.StartedSut;
import org.plateaubench.testkit.UnscheduledUser;

/** Behaviour that depends on the database, on a real PostgreSQL server. */
@Tag("slow")
class PostgresTest {
    private static final String TABLES = """
            setup:
              - CREATE TABLE item (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code UUID, name TEXT, price NUMERIC,
                number SMALLINT, made DATE, is_sold BOOLEAN, weight DOUBLE PRECISION, more JSONB);
                CREATE FUNCTION half(n INTEGER) RETURNS INTEGER LANGUAGE sql AS $$ SELECT n / 2; $$;
            """;

    private static TestDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase(StartedSut.of(new PostgresServiceType(), PostgresParameters.embedded(64, 20)));
    }

    @Test
    void valuesAreBoundWithColumnTypes() throws Exception {
        try (UnscheduledUser user = SqlUser.of(database, TABLES + """
                scenario:
                  data:
                    code: { uuid: true }
                    price: { uniform: 0.50..9.99, decimals: 2 }
                    made: { date: 2026-01-01..2026-12-31 }
                    number: { uniform: 1..9 }
                    sold: { choice: ["true", "false"] }
                  steps:
                    - transaction:
                        - update: >-
                            INSERT INTO item (code, name, price, number, made, is_sold, weight, more)
                            VALUES (${code}, ${code}, ${price}, ${number}, ${made}, ${sold}, ${price}, '{"a": 1}'::jsonb)
                          extract: { id: id }
                        - query: >-
                            SELECT price, half(${number}::int) AS half, more ?? 'a' AS has FROM item
                            WHERE id = ${id} AND code = ${code} AND made = ${made} AND is_sold = ${sold}
                          check: { rows: 1, value: { price: "${price}", has: t } }
                      name: item
                    - { batch: "INSERT INTO item (number) VALUES (${number})", rows: 4, check: { updated: 4 } }
                """)) {
            for (int i = 0; i < 10; i++) {
                assertThat(user.outcomes(i)).allMatch(each -> each.reason().isEmpty());
            }
        }
        assertThat(database.value("SELECT COUNT(*) FROM plateau_sql.item")).isEqualTo("50");
    }

    @Test
    void statementsAreCheckedByServerInOwnSchema() throws Exception {
        String yaml = TABLES.replace("setup:", "schema: own\nsetup:") + """
                scenario:
                  steps:
                    - { query: "SELECT nme FROM item WHERE id = ${x}" }
                    - { query: SELEC 1, name: form }
                    - { set: { x: 1 } }
                    - { query: SELECT price FROM item, name: column, extract: { a: prize } }
                """;
        yaml = yaml.replace("  steps:", "  variables: { x: 1 }\n  steps:").replace("    - { set: { x: 1 } }\n", "");
        DataSet data = SqlUser.data(database, SqlUser.parameters(yaml));
        assertThat(data.preflight(DataPolicy.REUSE))
                .extracting(Finding::parameter)
                .containsExactly("scenario.steps[1].query");
        data.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(data.verify())
                .extracting(Finding::parameter)
                .isEqualTo(List.of("scenario.steps[0].query", "scenario.steps[1].query", "scenario.steps[2].query"));
        database.execute("CREATE VIEW public.prices AS SELECT price FROM own.item");
        assertThat(data.preflight(DataPolicy.RELOAD))
                .extracting(Finding::message)
                .anyMatch(each -> each.contains("view public.prices"));
        database.execute("DROP VIEW public.prices");
        data.clear(Progress.SILENT);
        assertThat(database.value("SELECT COUNT(*) FROM pg_namespace WHERE nspname = 'own'"))
                .isEqualTo("0");
    }
}
