// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.Driver;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.testkit.LossyRelay;
import org.plateaubench.testkit.UnscheduledUser;

/** Statements of scenarios are executed, and their results are checked. */
class SqlWorkloadTest {
    private static final String ACCOUNTS = """
            setup:
              - CREATE TABLE account (id INTEGER PRIMARY KEY, name VARCHAR(50), balance DECIMAL(9, 2), since DATE)
              - INSERT INTO account VALUES (1, 'Ann', 100, '2026-01-01'), (2, 'Bob', 50, NULL)
            """;

    private final TestDatabase database = TestDatabase.create();

    @Test
    void valuesAreBoundAsParameters() throws Exception {
        try (UnscheduledUser user = SqlUser.of(database, ACCOUNTS + """
                scenario:
                  variables: { name: "x'); DROP TABLE account; --", none: "" }
                  data: { day: { date: 2026-03-01..2026-03-01 }, price: { uniform: 2.50..2.50, decimals: 2 } }
                  steps:
                    - update: INSERT INTO account VALUES (3, ${name}, ${price}, ${day})
                    - update: INSERT INTO account VALUES (4, ${none}, ${none}, ${none})
                      name: nulls
                    - query: SELECT id, name, '$${x} ?' AS text FROM account WHERE since = ${day} AND balance >= ${price} -- ${no} ?
                      check: { rows: 1, value: { id: 3, name: "${name}", text: "$${x} ?" } }
                """)) {
            assertThat(user.outcomes(0)).containsOnly(Outcome.ok());
            assertThat(user.counted("sqlStatements")).isEqualTo(3);
            assertThat(user.counted("sqlRowsChanged")).isEqualTo(2);
        }
        assertThat(database.value("SELECT name || balance FROM plateau_sql.account WHERE id = 3"))
                .isEqualTo("x'); DROP TABLE account; --2.50");
        assertThat(database.value(
                        "SELECT COUNT(*) FROM plateau_sql.account WHERE id = 4 AND balance IS NULL AND name = ''"))
                .isEqualTo("1");
    }

    @Test
    void generatedKeysAndBatchRowsAreExtracted() throws Exception {
        try (UnscheduledUser user = SqlUser.of(database, """
                setup:
                  - CREATE TABLE orders (id INTEGER GENERATED ALWAYS AS IDENTITY (START WITH 70), customer INTEGER);
                    CREATE TABLE line (orders INTEGER, number BIGINT PRIMARY KEY, product INTEGER);
                scenario:
                  data: { customer: { zipf: 1..9 }, number: { sequence: 1 }, product: { uniform: 1..1000000 } }
                  steps:
                    - transaction:
                        - update: INSERT INTO orders (customer) VALUES (${customer})
                          extract: { order: ID }
                        - batch: INSERT INTO line VALUES (${order}, ${number}, ${product})
                          rows: 3..5
                          check: { updated: 3..5 }
                      name: order
                    - query: SELECT COUNT(DISTINCT product) AS n, MIN(orders) AS first FROM line WHERE orders = ${order}
                      extract: { lines: N, first: first }
                      check: { value: { N: ">= 3", first: "${order}" } }
                """)) {
            for (int i = 0; i < 20; i++) {
                assertThat(user.reasons(i)).containsOnly("ok");
            }
            assertThat(user.counted("sqlCommits")).isEqualTo(20);
        }
        assertThat(database.value("SELECT MAX(id) FROM plateau_sql.orders")).isEqualTo("89");
        assertThat(Integer.parseInt(database.value("SELECT COUNT(*) FROM plateau_sql.line")))
                .isBetween(61, 99);
    }

    @Test
    void unexpectedResultsAreErrorsOrDeclined() throws Exception {
        try (UnscheduledUser user = SqlUser.of(database, ACCOUNTS + """
                scenario:
                  variables: { text: abc }
                  data: { end: { choice: [x] } }
                  steps:
                    - { query: SELECT id FROM account, name: rows, check: { rows: 3.. } }
                    - { query: SELECT balance FROM account WHERE id = 1, name: value, check: { value: { balance: "> 100" } } }
                    - { query: SELECT since FROM account WHERE id = 2, name: is-null, check: { value: { since: 1 } } }
                    - { query: SELECT id FROM account WHERE id = 9, name: nothing, extract: { a: id } }
                    - { query: "SELECT id FROM account WHERE id = ${a}", name: no-value }
                    - { query: "SELECT id FROM account WHERE id = ${text}", name: no-number }
                    - { update: UPDATE account SET balance = 0 WHERE id = 9, name: none, check: { updated: 1 } }
                    - { update: "INSERT INTO account (id) VALUES (1)", name: twice }
                    - { update: "INSERT INTO account (id) VALUES (1)", name: expected, declined: { error: constraint, reason: taken } }
                    - { update: "INSERT INTO account (id) VALUES (1)", name: state, declined: { error: ["23505"] } }
                    - { query: SELECT id FROM account WHERE id = 9, name: gone, declined: { rows: 0, reason: unknown } }
                    - { query: SELECT 1 / (id - 1) FROM account WHERE id = 1, name: failing }
                """)) {
            assertThat(user.reasons(0))
                    .containsExactly(
                            "check-rows",
                            "check-value",
                            "check-value",
                            "extraction",
                            "no-value",
                            "value",
                            "check-updated",
                            "constraint",
                            "taken",
                            "refused",
                            "unknown",
                            "sql");
            assertThat(user.outcomes(1).get(1).message()).isEqualTo("balance is 100.00, not > 100");
            assertThat(user.outcomes(1).get(7).message()).startsWith("23505: Unique index or primary key violation");
        }
    }

    @Test
    void transactionsAreCommittedOrRolledBack() throws Exception {
        try (UnscheduledUser user = SqlUser.of(database, ACCOUNTS + """
                unchanged: { money: SELECT SUM(balance) FROM account }
                scenario:
                  data: { amount: { choice: [80] } }
                  steps:
                    - transaction:
                        - update: UPDATE account SET balance = balance + ${amount} WHERE id = 2
                        - update: UPDATE account SET balance = balance - ${amount} WHERE id = 1 AND balance >= ${amount}
                          declined: { updated: 0, reason: no-money }
                      name: transfer
                    - update: UPDATE account SET name = 'Cid' WHERE id = 2
                    - transaction: [{ update: UPDATE account SET name = 'Dan' }, { query: SELECT 1 AS one, check: { rows: 2 } }]
                      name: failing
                    - transaction: [{ update: INSERT INTO account (id) VALUES (1) }]
                      name: refused
                      declined: { error: constraint }
                """)) {
            assertThat(user.reasons(0)).containsExactly("ok", "ok", "check-rows", "refused");
            assertThat(user.reasons(1)).containsExactly("no-money", "ok", "check-rows", "refused");
            assertThat(user.counted("sqlCommits")).isEqualTo(1);
            assertThat(user.counted("sqlRollbacks")).isEqualTo(5);
        }
        assertThat(database.value("SELECT LISTAGG(name || balance, ' ') FROM plateau_sql.account"))
                .isEqualTo("Ann20.00 Cid130.00");
    }

    @Test
    void lockTimeoutIsRetriedWithinOperation() throws Exception {
        String steps = """
                scenario:
                  steps:
                    - transaction: [{ update: UPDATE account SET balance = balance + 1 WHERE id = 1 }]
                      retries: 1
                """;
        try (UnscheduledUser user = SqlUser.of(database, ACCOUNTS + steps);
                Connection holder = database.open();
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("UPDATE plateau_sql.account SET balance = 7 WHERE id = 1");

            assertThat(user.reasons(0)).containsExactly("lock-timeout");
            assertThat(user.counted("sqlRetries")).isEqualTo(1);
            holder.rollback();
            assertThat(user.reasons(1)).containsExactly("ok");
        }
    }

    @Test
    void userReconnectsAfterLostConnection() throws Exception {
        try (LossyRelay relay = new LossyRelay(TestDatabase.port())) {
            String name = database.url().replaceAll(".*mem:|;.*", "");
            TestDatabase relayed = TestDatabase.at(relay.port(), name);
            try (UnscheduledUser user = SqlUser.of(relayed, ACCOUNTS + """
                    scenario:
                      steps:
                        - transaction: [{ query: SELECT 1 FROM account }]
                        - query: SELECT 1 FROM account
                    """)) {
                assertThat(user.reasons(0)).containsOnly("ok");
                relay.closeAll();

                List<Outcome> lost = user.outcomes(1);

                assertThat(lost.getFirst().reason()).isEqualTo("connection-lost");
                assertThat(lost).allMatch(Outcome::connectionLost);
                user.connect();
                assertThat(user.reasons(2)).containsOnly("ok");
            }
        }
    }

    @Test
    void driverIsLoadedFromJar() throws Exception {
        String jar = Path.of(URI.create(Driver.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
        database.execute(
                "CREATE SCHEMA given", "CREATE TABLE given.item (id INTEGER)", "INSERT INTO given.item VALUES (7)");
        String yaml = """
                url: "%s"
                user: shop
                password: open sesame
                driver: ["%s"]
                schema: given
                scenario: { steps: [{ query: SELECT id FROM item, check: { value: { id: 7 } } }] }
                """;
        SqlParameters parameters = SqlUser.parameters(yaml.formatted(database.url(), jar));
        assertThat(new SqlWorkload().check(parameters, Optional.empty())).isEmpty();
        try (UnscheduledUser user = SqlUser.of((SutAddress) null, parameters)) {
            assertThat(user.reasons(0)).containsOnly("ok");
        }
        assertThatThrownBy(() -> SqlUser.of((SutAddress) null, SqlUser.parameters(yaml.formatted("jdbc:none:x", jar))))
                .hasMessage("Parameter 'driver' has no JDBC driver that accepts URLs of jdbc:none:.");
        assertThatThrownBy(() ->
                        SqlUser.of((SutAddress) null, SqlUser.parameters(yaml.formatted("jdbc:none:x", "/no.jar"))))
                .hasMessage("The jar /no.jar of parameter 'driver' cannot be read.");
    }

    @Test
    void allProblemsAreLocated() {
        SqlParameters parameters = SqlUser.parameters("""
                url: "jdbc:h2:mem:x"
                schema: Own
                teardown: [DROP TABLE a]
                driver: [oracle]
                grows: { none: SELECT 1 }
                scenario:
                  steps:
                    - query: SELECT 1 WHERE a = ? AND b = '${x}'
                      check: { updated: 1, rows: x }
                      declined: { error: often }
                    - update: "A; B"
                      name: two
                      check: { value: { a: 1 } }
                    - batch: INSERT INTO a VALUES (${nothing})
                    - transaction: [{ pause: 1s }, { query: SELECT 1, nme: x }]
                    - transaction: []
                      name: empty
                      declined: { reason: A }
                """);

        assertThat(new SqlWorkload().check(parameters, Optional.empty()))
                .extracting(Finding::parameter)
                .containsExactlyInAnyOrder(
                        "url",
                        "schema",
                        "teardown",
                        "driver[0]",
                        "grows.none",
                        "scenario.steps[0].query",
                        "scenario.steps[0].query",
                        "scenario.steps[0].check.updated",
                        "scenario.steps[0].check.rows",
                        "scenario.steps[0].declined.error",
                        "scenario.steps[1].update",
                        "scenario.steps[1].check.value",
                        "scenario.steps[2].batch",
                        "scenario.steps[2]",
                        "scenario.steps[3].transaction[0]",
                        "scenario.steps[3].transaction[1].nme",
                        "scenario.steps[4].transaction",
                        "scenario.steps[4].declined",
                        "scenario.steps[4].declined.reason");
    }

    @Test
    void wrongAddressIsReportedWithoutPrintingPassword() {
        Map<String, String> remedies = Map.of(
                "", "Name a SUT by 'sut', such as",
                "jdbc:oracle:thin:@db", "name the jar of a JDBC driver by 'driver'",
                "http://db", "Begin it with jdbc:postgresql://",
                "jdbc:postgresql://db/x?password=secret", "Use the keys 'user' and 'password'.");
        remedies.forEach((url, remedy) -> assertThat(new SqlWorkload()
                        .check(
                                SqlUser.parameters("url: \"" + url + "\"\nscenario: { steps: [{ query: SELECT 1 }] }"),
                                Optional.empty()))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.toString()).contains(remedy).doesNotContain("secret")));
        assertThat(new SqlWorkload()
                        .check(SqlUser.parameters("scenario: { steps: [{ query: SELECT 1 }] }"), Optional.of("redis")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.message()).contains("redis, which is not a database"));
    }
}
