// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tpcb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;

/** The tables of {@code pgbench -i}: they are checked, and never created or cleared. */
final class BankDataSet implements DataSet {
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(5);

    /** The tables; their columns are not compared, since pgbench has options for them. */
    private static final Map<String, Set<String>> TABLES = Map.of(
            "pgbench_accounts", Set.of(),
            "pgbench_branches", Set.of(),
            "pgbench_history", Set.of(),
            "pgbench_tellers", Set.of());

    private static final String HISTORY = "history rows";

    private final Bank bank;
    private final TpcbParameters parameters;
    private long historyBefore;

    BankDataSet(Bank bank, TpcbParameters parameters) {
        this.bank = bank;
        this.parameters = parameters;
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) {
        if (!bank.isPostgres()) {
            return List.of(Finding.problem("The workload needs a PostgreSQL server.", "Name a SUT of that service."));
        }
        if (policy != DataPolicy.REUSE) {
            return List.of(Finding.problem(
                    "This workload does not create its tables.", "Set 'data: reuse'; create them with pgbench -i."));
        }
        try (Connection connection = bank.open(ANSWER_LIMIT)) {
            long branches = number(connection, "SELECT COUNT(*) FROM pgbench_branches");
            List<String> foreign = new OwnTables(connection, TABLES).foreign(Change.WRITE, true);
            if (!foreign.isEmpty() || !isOfPgbench(connection, branches)) {
                return List.of(Finding.problem(
                        "The tables named pgbench_* at " + bank.place() + " are not as pgbench -i creates them: "
                                + (foreign.isEmpty()
                                        ? "the tellers of pgbench_tellers or the accounts of pgbench_accounts do not belong"
                                                + " to " + branches + " branches of pgbench_branches"
                                        : "a run would write through " + OwnTables.named(foreign))
                                + ". Nothing was changed.",
                        "Name a database in which only pgbench -i has created tables of these names."));
            }
            if (branches != parameters.scale()) {
                return List.of(Finding.problem(
                        "The tables have scale " + branches + ", and " + parameters.scale() + " is requested.",
                        "Set 'scale: " + branches + "', or run pgbench -i -s " + parameters.scale() + "."));
            }
            return List.of();
        } catch (SQLException e) {
            return List.of(Finding.problem(
                    "The tables of pgbench cannot be read at " + bank.place() + ": "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse("") + ".",
                    "Check address, user and password, and create them with pgbench -i -s " + parameters.scale()
                            + "."));
        }
    }

    /** Returns whether the numbers of tellers and accounts are those that pgbench creates. */
    private static boolean isOfPgbench(Connection connection, long branches) throws SQLException {
        return number(connection, "SELECT COUNT(*) FROM pgbench_tellers")
                        == branches * TpcbParameters.TELLERS_PER_BRANCH
                && number(connection, "SELECT MIN(aid) FROM pgbench_accounts") == 1
                && number(connection, "SELECT MAX(aid) FROM pgbench_accounts")
                        == branches * TpcbParameters.ACCOUNTS_PER_BRANCH;
    }

    @Override
    public void prepare(DataPolicy policy, Progress progress) throws SQLException {
        try (Connection connection = bank.open(ANSWER_LIMIT)) {
            historyBefore = historyRows(connection);
        }
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        return Optional.of(Map.of(HISTORY, String.valueOf(historyBefore)));
    }

    @Override
    public void resume(Map<String, String> baseline) {
        historyBefore = Long.parseLong(baseline.getOrDefault(HISTORY, ""));
    }

    /** Compares the growth of the history with the committed transactions, and the sums of money with each other. */
    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws SQLException {
        try (Connection connection = bank.open(ANSWER_LIMIT)) {
            long committed = sent.counter(TpcbDriver.COMMITTED);
            long uncertain = sent.counter(TpcbDriver.BEGUN) - committed - sent.counter(TpcbDriver.ROLLED_BACK);
            long accounts = number(connection, "SELECT COALESCE(SUM(abalance), 0) FROM pgbench_accounts");
            return List.of(
                    Reconciliation.grown("history rows", historyBefore, historyRows(connection), committed, uncertain),
                    CommittedTransfers.reconcile(connection, sent),
                    new Reconciliation(
                            "money at branches, compared with accounts",
                            accounts,
                            number(connection, "SELECT COALESCE(SUM(bbalance), 0) FROM pgbench_branches"),
                            0),
                    new Reconciliation(
                            "money at tellers, compared with accounts",
                            accounts,
                            number(connection, "SELECT COALESCE(SUM(tbalance), 0) FROM pgbench_tellers"),
                            0));
        }
    }

    /**
     * Identifies servers by their start, their role, and the start of the statistics, which restart after a crash of
     * one of the server's processes.
     */
    @Override
    public List<SutIncarnation> incarnations() throws SQLException {
        try (Connection connection = bank.open(ANSWER_LIMIT);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT 'started at ' || pg_postmaster_start_time()"
                        + " || CASE WHEN pg_is_in_recovery() THEN ' as a standby' ELSE '' END"
                        + " || COALESCE(', counting since ' || (SELECT stats_reset"
                        + " FROM pg_stat_bgwriter), '')")) {
            return found.next() ? List.of(new SutIncarnation(bank.place(), found.getString(1), "")) : List.of();
        }
    }

    private static long historyRows(Connection connection) throws SQLException {
        return number(connection, "SELECT COUNT(*) FROM pgbench_history");
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }
}
