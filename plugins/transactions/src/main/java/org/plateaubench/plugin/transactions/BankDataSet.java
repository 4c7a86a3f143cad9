// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.DatabaseDescription;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;

/** The tables that {@code pgbench -i} creates and loads. They are checked, and never created or cleared. */
final class BankDataSet extends MarkedDataSet {
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(5);

    /** The tables. Their columns are not compared, because pgbench has options for them. */
    private static final Map<String, Set<String>> TABLES = Map.of(
            "pgbench_accounts", Set.of(),
            "pgbench_branches", Set.of(),
            "pgbench_history", Set.of(),
            "pgbench_tellers", Set.of());

    private static final String HISTORY = "history rows";

    /** Restricts the search path to the schema of the branches, so that all tables are in this schema. */
    private static final String ONE_SCHEMA = "SELECT set_config('search_path', quote_ident(n.nspname), false)"
            + " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
            + " WHERE c.oid = to_regclass('pgbench_branches')";

    private final SutAddress sut;
    private final TpcbParameters parameters;

    BankDataSet(SutAddress sut, TpcbParameters parameters) {
        this.sut = sut;
        this.parameters = parameters;
    }

    @Override
    protected String loadingTool() {
        return "pgbench -i -s " + parameters.scale();
    }

    /** Returns the connector of users and data. As in pgbench, waits for locks have no limit. */
    static Connector connector(SutAddress sut) {
        return new Connector(sut, List.of(ONE_SCHEMA));
    }

    private Connection connect() throws SQLException, InterruptedException {
        return connector(sut).open(ANSWER_TIMEOUT);
    }

    @Override
    protected List<Finding> checkReachable() throws InterruptedException {
        if (!sut.properties().getOrDefault("url", "").startsWith("jdbc:postgresql:")) {
            return List.of(Finding.problem("The workload needs a PostgreSQL server.", "Name a SUT of that service."));
        }
        try (Connection connection = connect()) {
            branches(connection);
            return List.of();
        } catch (SQLException e) {
            return List.of(Finding.problem(
                    "The tables of pgbench cannot be read at " + connector(sut).displayUrl() + ": "
                            + SqlFailure.firstLine(e.getMessage()) + ".",
                    "Check address, user and password, and create them with " + loadingTool() + "."));
        }
    }

    @Override
    protected MarkedData open(boolean inAdvance) throws SQLException, InterruptedException {
        return new Tables(connect());
    }

    private final class Tables implements MarkedData {
        private final Connection connection;

        Tables(Connection connection) {
            this.connection = connection;
        }

        private DataMarker marker(long scale) {
            return new DataMarker(DataMarker.State.LOADED, Map.of("scale", Long.toString(scale)));
        }

        @Override
        public DataMarker wanted() {
            return marker(parameters.scale());
        }

        /** Uses the number of branches as the marker. The latest use is a row of the history without a teller. */
        @Override
        public Map<String, Optional<DataMarker>> markers() throws SQLException {
            DataMarker marker = marker(branches(connection));
            Optional<DataMarker> used = hasUses()
                    ? Sql.first(
                            connection,
                            "SELECT TRIM(filler) FROM pgbench_history WHERE tid IS NULL AND filler <> ''"
                                    + " ORDER BY mtime DESC LIMIT 1",
                            row -> marker.with(DataMarker.USED_BY, row.getString(1)))
                    : Optional.empty();
            return Map.of(connector(sut).displayUrl(), used.or(() -> Optional.of(marker)));
        }

        private boolean hasUses() throws SQLException {
            Set<String> columns = Set.of("tid", "bid", "aid", "delta", "mtime", "filler");
            return new OwnTables(connection, Map.of("pgbench_history", columns)).holds("pgbench_history");
        }

        @Override
        public void mark(DataMarker marker) throws SQLException {
            if (hasUses()) {
                Sql.write(
                        connection,
                        "INSERT INTO pgbench_history (mtime, filler) VALUES (clock_timestamp(), ?)",
                        marker.value(DataMarker.USED_BY));
            }
        }

        @Override
        public List<Finding> foreign(List<Task> tasks) throws SQLException {
            long branches = branches(connection);
            List<String> foreign = new OwnTables(connection, TABLES).foreign(Change.WRITE, true);
            if (foreign.isEmpty() && isOfPgbench(branches)) {
                return List.of();
            }
            return List.of(Finding.problem(
                    "The tables named pgbench_* at " + connector(sut).displayUrl()
                            + " are not as pgbench -i creates them: "
                            + (foreign.isEmpty()
                                    ? "the tellers of pgbench_tellers or the accounts of pgbench_accounts do not belong"
                                            + " to " + branches + " branches of pgbench_branches"
                                    : "a run would write through " + OwnTables.listNames(foreign))
                            + ". Nothing was changed.",
                    "Name a database in which only pgbench -i has created tables of these names."));
        }

        /** Returns whether the numbers of tellers and accounts are those that pgbench creates. */
        private boolean isOfPgbench(long branches) throws SQLException {
            return Sql.number(connection, "SELECT COUNT(*) FROM pgbench_tellers")
                            == branches * TpcbParameters.TELLERS_PER_BRANCH
                    && Sql.number(connection, "SELECT MIN(aid) FROM pgbench_accounts") == 1
                    && Sql.number(connection, "SELECT MAX(aid) FROM pgbench_accounts")
                            == branches * TpcbParameters.ACCOUNTS_PER_BRANCH;
        }

        @Override
        public void load(Progress progress) {
            throw new IllegalStateException("pgbench loads the tables");
        }

        @Override
        public void clear(Progress progress) {
            throw new IllegalStateException("pgbench replaces the tables");
        }

        @Override
        public DataDescription describe() throws SQLException {
            return DatabaseDescription.of(connection);
        }

        @Override
        public Map<String, String> count() throws SQLException {
            return Map.of(HISTORY, Long.toString(historyRows()));
        }

        /** Compares the growth of the history with the commits, and the sums of money with each other. */
        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws SQLException {
            long committed = sent.counter(TpcbDriver.COMMITTED);
            long uncertain = sent.counter(TpcbDriver.BEGUN) - committed - sent.counter(TpcbDriver.ROLLED_BACK);
            long accounts = Sql.number(connection, "SELECT COALESCE(SUM(abalance), 0) FROM pgbench_accounts");
            String otherClient = Sql.otherClient(connection);
            return Stream.of(
                            Reconciliation.grown(
                                    HISTORY,
                                    Long.parseLong(before.getOrDefault(HISTORY, "")),
                                    historyRows(),
                                    committed,
                                    uncertain),
                            CommittedTransfers.reconcile(connection, sent),
                            new Reconciliation(
                                    "money at branches, compared with accounts",
                                    accounts,
                                    Sql.number(connection, "SELECT COALESCE(SUM(bbalance), 0) FROM pgbench_branches"),
                                    0),
                            new Reconciliation(
                                    "money at tellers, compared with accounts",
                                    accounts,
                                    Sql.number(connection, "SELECT COALESCE(SUM(tbalance), 0) FROM pgbench_tellers"),
                                    0))
                    .map(row -> row.usedBy(otherClient))
                    .toList();
        }

        private long historyRows() throws SQLException {
            return Sql.number(connection, "SELECT COUNT(*) FROM pgbench_history");
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }

    @Override
    public List<SutIncarnation> incarnations() throws SQLException, InterruptedException {
        try (Connection connection = connect()) {
            return DatabaseDescription.incarnations(connection, connector(sut).displayUrl());
        }
    }

    private static long branches(Connection connection) throws SQLException {
        return Sql.number(connection, "SELECT COUNT(*) FROM pgbench_branches");
    }

    /**
     * Looks up each transfer in the history by account, teller and amount, because its rows have no number. Equal
     * transfers are rarer than one in a billion pairs, and are counted once on both sides.
     */
    static final class CommittedTransfers {
        static final String KIND = "transfers";

        /**
         * Bits of a teller's number. At the largest scale, 2e9 accounts need 31 bits, 200,000 tellers 18 bits, and
         * amounts, with a range of 10,000, 14 bits.
         */
        private static final int TELLER_BITS = 18;

        private static final int DELTA_BITS = 14;
        private static final int DELTA_OFFSET = 1 << (DELTA_BITS - 1);

        private CommittedTransfers() {}

        static long identity(int account, int teller, int delta) {
            return (((long) account << TELLER_BITS | teller) << DELTA_BITS) | (delta + DELTA_OFFSET);
        }

        static Reconciliation reconcile(Connection connection, SentTotals sent) throws SQLException {
            Set<Long> committed = sent.acknowledged(KIND).identities();
            Integer[] accounts = committed.stream()
                    .map(identity -> (int) (identity >> (TELLER_BITS + DELTA_BITS)))
                    .distinct()
                    .toArray(Integer[]::new);
            Set<Long> found = new HashSet<>();
            try (PreparedStatement query =
                    connection.prepareStatement("SELECT aid, tid, delta FROM pgbench_history WHERE aid = ANY (?)")) {
                query.setArray(1, connection.createArrayOf("integer", accounts));
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        found.add(identity(rows.getInt(1), rows.getInt(2), rows.getInt(3)));
                    }
                }
            }
            found.retainAll(committed);
            return Reconciliation.items("sampled transfers in the history", committed.size(), found.size(), 0);
        }
    }
}
