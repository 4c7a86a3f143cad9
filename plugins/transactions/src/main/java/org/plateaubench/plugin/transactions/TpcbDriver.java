// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.process.database.TransactionDriver;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

final class TpcbDriver extends TransactionDriver<TpcbDriver.Transfer> {
    static final String COMMITTED = "committedTransactions";
    static final String ROLLED_BACK = "rolledBackTransactions";
    static final String BEGUN = "transactionsBegun";

    private static final int ACCOUNT = 0;
    private static final int BRANCH = 1;
    private static final int TELLER = 2;
    private static final int DELTA = 3;
    private static final int MAX_DELTA = 5_000;

    private final TpcbParameters parameters;
    private final KnownBalances balances;
    private final UserContext.Counter begun;
    private final UserContext.Counter committed;
    private final UserContext.Counter rolledBack;
    private final Acknowledged transfers;

    TpcbDriver(Connector connector, TpcbParameters parameters, KnownBalances balances, UserContext user) {
        super(connector, Transfer::new);
        this.parameters = parameters;
        this.balances = balances;
        balances.addUser();
        begun = user.counter(BEGUN);
        committed = user.counter(COMMITTED);
        rolledBack = user.counter(ROLLED_BACK);
        transfers = user.acknowledged(BankDataSet.CommittedTransfers.KIND);
    }

    @Override
    protected Outcome execute(Transfer prepared, OperationCall call) {
        Draws draws = call.draws();
        begun.add(1);
        int account = draws.between(ACCOUNT, 0, 1, parameters.accounts());
        int teller = draws.between(TELLER, 0, 1, parameters.tellers());
        int delta = draws.between(DELTA, 0, -MAX_DELTA, MAX_DELTA);
        try {
            int balance = prepared.run(account, teller, draws.between(BRANCH, 0, 1, parameters.scale()), delta);
            if (!balances.isConsistent(account, delta, balance)) {
                return rollBack(prepared, "wrong-answer", "the balance does not follow from the one read before");
            }
            prepared.connection.commit();
        } catch (SQLException e) {
            return rollBack(prepared, "sql", e.getSQLState() + ": " + SqlFailure.firstLine(e.getMessage()));
        }
        committed.add(1);
        transfers.stored(BankDataSet.CommittedTransfers.identity(account, teller, delta));
        return Outcome.ok();
    }

    private Outcome rollBack(Transfer transfer, String errorClass, String message) {
        try {
            transfer.connection.rollback();
            rolledBack.add(1);
            return Outcome.error(errorClass, message);
        } catch (SQLException e) {
            return Outcome.connectionLost("connection-lost", message);
        }
    }

    /** The statements of the transaction over one connection, prepared once. Not thread-safe. */
    static final class Transfer {
        private final Connection connection;
        private final PreparedStatement account;
        private final PreparedStatement balance;
        private final PreparedStatement teller;
        private final PreparedStatement branch;
        private final PreparedStatement history;

        Transfer(Connection connection) throws SQLException {
            this.connection = connection;
            connection.setAutoCommit(false);
            account = connection.prepareStatement("UPDATE pgbench_accounts SET abalance = abalance + ? WHERE aid = ?");
            balance = connection.prepareStatement("SELECT abalance FROM pgbench_accounts WHERE aid = ?");
            teller = connection.prepareStatement("UPDATE pgbench_tellers SET tbalance = tbalance + ? WHERE tid = ?");
            branch = connection.prepareStatement("UPDATE pgbench_branches SET bbalance = bbalance + ? WHERE bid = ?");
            history = connection.prepareStatement("INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)"
                    + " VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)");
        }

        /** Transfers the amount and returns the account's new balance; the caller commits. */
        int run(int accountNumber, int tellerNumber, int branchNumber, int delta) throws SQLException {
            add(account, accountNumber, delta);
            int after;
            balance.setInt(1, accountNumber);
            try (ResultSet found = balance.executeQuery()) {
                if (!found.next()) {
                    throw new SQLException("account " + accountNumber + " is missing", "02000");
                }
                after = found.getInt(1);
            }
            add(teller, tellerNumber, delta);
            add(branch, branchNumber, delta);
            history.setInt(1, tellerNumber);
            history.setInt(2, branchNumber);
            history.setInt(3, accountNumber);
            history.setInt(4, delta);
            history.executeUpdate();
            return after;
        }

        private static void add(PreparedStatement update, int number, int delta) throws SQLException {
            update.setInt(1, delta);
            update.setInt(2, number);
            if (update.executeUpdate() != 1) {
                throw new SQLException("row " + number + " is missing", "02000");
            }
        }
    }

    /**
     * The latest balances that the users of one agent have read in their transactions; for many accounts, only those of
     * every n-th account. If all users of the workload are in this agent, a balance must follow from the one read
     * before. Thread-safe.
     */
    static final class KnownBalances {
        private static final int MAX_WATCHED = 1 << 17;
        private static final long UNKNOWN = Long.MIN_VALUE;

        private final int users;
        private final int stride;
        private final AtomicInteger userCount = new AtomicInteger();
        /** The balances of each account before and after the latest transaction, which may be rolled back. */
        private final AtomicLongArray balances;

        KnownBalances(int accounts, int users) {
            this.users = users;
            stride = Math.ceilDiv(accounts, MAX_WATCHED);
            balances = new AtomicLongArray(accounts / stride + 1);
            for (int i = 0; i < balances.length(); i++) {
                balances.set(i, UNKNOWN);
            }
        }

        void addUser() {
            userCount.incrementAndGet();
        }

        /**
         * Returns whether a balance follows from the one read before. The caller's transaction holds the lock of the
         * row, so that no other one reads it meanwhile.
         */
        boolean isConsistent(int account, int delta, int balance) {
            if (account % stride != 0 || userCount.get() < users) {
                return true;
            }
            int before = balance - delta;
            long last =
                    balances.getAndSet(account / stride, ((long) before << Integer.SIZE) | (balance & 0xffff_ffffL));
            return last == UNKNOWN || before == (int) last || before == (int) (last >> Integer.SIZE);
        }
    }
}
