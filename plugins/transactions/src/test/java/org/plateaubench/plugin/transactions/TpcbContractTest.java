// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.PostgresParameters;
import org.plateaubench.plugin.databases.PostgresServiceType;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.StartedSut;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of workloads, on a real PostgreSQL server. */
class TpcbContractTest extends WorkloadContract<TpcbParameters> {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration RETRY_PAUSE = Duration.ofMillis(20);
    private static SutAddress address;
    private static Connection connection;

    @BeforeAll
    static void start() throws Exception {
        address = StartedSut.of(new PostgresServiceType(), PostgresParameters.embedded(64, 50));
        connection = BankDataSet.connector(address).open(TIMEOUT);
        execute("CREATE TABLE pgbench_branches (bid INTEGER PRIMARY KEY, bbalance INTEGER)");
        execute("CREATE TABLE pgbench_tellers (tid INTEGER PRIMARY KEY, bid INTEGER, tbalance INTEGER)");
        execute("CREATE TABLE pgbench_accounts (aid INTEGER PRIMARY KEY, bid INTEGER, abalance INTEGER)");
        execute("CREATE TABLE pgbench_history (tid INTEGER, bid INTEGER, aid INTEGER, delta INTEGER, mtime TIMESTAMP,"
                + " filler CHARACTER(22))");
        execute("INSERT INTO pgbench_branches VALUES (1, 0)");
        execute("INSERT INTO pgbench_tellers SELECT tid, 1, 0 FROM generate_series(1, 10) AS tid");
        execute("INSERT INTO pgbench_accounts SELECT aid, 1, 0 FROM generate_series(1, 100000) AS aid");
    }

    @AfterAll
    static void stop() throws Exception {
        connection.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Every update of an account is lost. */
    @Override
    protected List<WrongAnswers> wrongAnswers() {
        return List.of(new WrongAnswers("transaction", Fault.OUTDATED, () -> {
            execute("CREATE FUNCTION lose() RETURNS trigger AS 'BEGIN NEW.abalance := OLD.abalance; RETURN NEW; END'"
                    + " LANGUAGE plpgsql");
            execute("CREATE TRIGGER lost BEFORE UPDATE ON pgbench_accounts FOR EACH ROW EXECUTE FUNCTION lose()");
            return () -> {
                execute("DROP FUNCTION lose() CASCADE");
                execute("UPDATE pgbench_accounts SET abalance = 0 WHERE abalance <> 0");
                execute("UPDATE pgbench_tellers SET tbalance = 0");
                execute("UPDATE pgbench_branches SET bbalance = 0");
            };
        }));
    }

    @Test
    void wrongScaleIsRefused() throws Exception {
        List<Finding> findings = new BankDataSet(address, new TpcbParameters(2)).preflight(DataPolicy.REUSE);

        assertThat(findings)
                .singleElement()
                .satisfies(
                        finding -> assertThat(finding.toString()).contains("scale 1 instead of 2", "pgbench -i -s 2"));
    }

    @Test
    void reloadIsRefused() throws Exception {
        assertThat(new BankDataSet(address, new TpcbParameters(1)).preflight(DataPolicy.RELOAD))
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM));
    }

    @Test
    void indexesRowsAndSessionSettingsAreDescribed() throws Exception {
        Map<String, String> properties = new HashMap<>(address.properties());
        properties.computeIfPresent("url", (key, url) -> url + "?options=-c%20synchronous_commit=off");
        DataDescription described = new BankDataSet(
                        new SutAddress(address.name(), address.service(), properties), new TpcbParameters(1))
                .describe();
        assertThat(described.doubts()).containsExactly("synchronous_commit is off");
        assertThat(described.facts())
                .containsEntry("fsync", "on")
                .containsEntry("size.rows.pgbench_accounts", "100000")
                .containsEntry("indexes.pgbench_accounts", "unique (aid)")
                .containsKey("schema");
    }

    @Test
    void concurrentRunOnSameTablesIsDetected() throws Exception {
        BankDataSet first = new BankDataSet(address, new TpcbParameters(1));
        first.prepare(DataPolicy.REUSE, Progress.SILENT);
        assertThat(first.verify()).isEmpty();
        assertThat(first.reconcile(new NothingSent())).allMatch(Reconciliation::isMet);

        new BankDataSet(address, new TpcbParameters(1)).prepare(DataPolicy.REUSE, Progress.SILENT);

        assertThatThrownBy(() -> first.reconcile(new NothingSent()))
                .isInstanceOf(SutException.class)
                .hasMessageContaining("Another run has used the data");
    }

    private record NothingSent() implements SentTotals {
        @Override
        public long operations(String operation, OutcomeKind outcome) {
            return 0;
        }

        @Override
        public long counter(String counter) {
            return 0;
        }
    }

    @Test
    void foreignObjectsAreNamedAndNotWritten() throws Exception {
        BankDataSet data = new BankDataSet(address, new TpcbParameters(1));
        execute("CREATE TABLE audit (aid INTEGER)");
        execute("CREATE RULE audited AS ON UPDATE TO pgbench_accounts DO ALSO INSERT INTO audit VALUES (NEW.aid)");
        assertThat(data.preflight(DataPolicy.REUSE))
                .singleElement()
                .asString()
                .contains("rule audited on table pgbench_accounts");
        execute("DROP RULE audited ON pgbench_accounts");
        execute("DROP TABLE audit");
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
        execute("CREATE SCHEMA ledger");
        execute("CREATE TABLE ledger.pgbench_branches AS SELECT 7 AS bid");
        execute("CREATE TABLE ledger.pgbench_tellers AS SELECT 1 AS tid");
        execute("CREATE TABLE ledger.pgbench_accounts AS SELECT 1 AS aid, 'mine' AS owner");
        execute("CREATE VIEW ledger.pgbench_history AS SELECT * FROM ledger.pgbench_accounts");
        Map<String, String> properties = new HashMap<>(address.properties());
        properties.computeIfPresent("url", (key, url) -> url + "?currentSchema=ledger,public");
        BankDataSet ledger =
                new BankDataSet(new SutAddress(address.name(), address.service(), properties), new TpcbParameters(1));
        assertThat(ledger.preflight(DataPolicy.REUSE))
                .singleElement()
                .asString()
                .contains("view pgbench_history");
        execute("DROP VIEW ledger.pgbench_history");
        assertThat(ledger.preflight(DataPolicy.REUSE))
                .singleElement()
                .satisfies(finding -> assertThat(finding.toString())
                        .contains("pgbench_tellers", "1 branches")
                        .doesNotContain("run pgbench"));
        execute("DROP SCHEMA ledger CASCADE");
    }

    /** Kills one process of the server, which then restarts the others. */
    @Test
    void crashRecoveryChangesIncarnationSeenByOrdinaryUser() throws Exception {
        execute("CREATE ROLE guest LOGIN PASSWORD 'guest'");
        Map<String, String> properties = new HashMap<>(address.properties());
        properties.putAll(Map.of("user", "guest", "password", "guest"));
        BankDataSet guest =
                new BankDataSet(new SutAddress(address.name(), address.service(), properties), new TpcbParameters(1));
        String first = identity(guest);
        assertThat(identity(guest)).isEqualTo(first);

        new ProcessBuilder("kill", "-9", Long.toString(number("SELECT pg_backend_pid()")))
                .start()
                .waitFor();
        connection.close();
        // Until the server has noticed, it accepts connections and closes them.
        long end = System.nanoTime() + TIMEOUT.toNanos();
        String current = first;
        while (current.equals(first) && System.nanoTime() < end) {
            try {
                current = identity(guest);
            } catch (SQLException e) {
                LockSupport.parkNanos(RETRY_PAUSE.toNanos());
            }
        }
        connection = BankDataSet.connector(address).open(TIMEOUT);

        assertThat(current).isNotEqualTo(first);
    }

    private static String identity(BankDataSet data) throws Exception {
        return data.incarnations().getFirst().identity();
    }

    private static long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }

    @Override
    protected Workload<TpcbParameters> workload() {
        return new TpcbWorkload();
    }

    @Override
    protected TpcbParameters parameters() {
        return new TpcbParameters(1);
    }

    @Override
    protected SutAddress sut() {
        return address;
    }

    @Override
    protected long openResources() throws Exception {
        return number("SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'");
    }

    /** Another transaction locks the table, which blocks all access to the accounts. */
    @Override
    protected AutoCloseable stallSut() throws Exception {
        Connection holder = BankDataSet.connector(address).open(TIMEOUT);
        holder.setAutoCommit(false);
        try (Statement statement = holder.createStatement()) {
            statement.execute("LOCK TABLE pgbench_accounts IN ACCESS EXCLUSIVE MODE");
        }
        return holder;
    }
}
