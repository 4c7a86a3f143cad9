// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tpcb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The statements of the transaction over one connection, prepared once. Not thread-safe. */
final class Transfer {
    private final PreparedStatement account;
    private final PreparedStatement balance;
    private final PreparedStatement teller;
    private final PreparedStatement branch;
    private final PreparedStatement history;

    Transfer(Connection connection) throws SQLException {
        account = connection.prepareStatement("UPDATE pgbench_accounts SET abalance = abalance + ? WHERE aid = ?");
        balance = connection.prepareStatement("SELECT abalance FROM pgbench_accounts WHERE aid = ?");
        teller = connection.prepareStatement("UPDATE pgbench_tellers SET tbalance = tbalance + ? WHERE tid = ?");
        branch = connection.prepareStatement("UPDATE pgbench_branches SET bbalance = bbalance + ? WHERE bid = ?");
        history = connection.prepareStatement("INSERT INTO pgbench_history (tid, bid, aid, delta, mtime)"
                + " VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP)");
    }

    /** Transfers the amount; the caller commits. */
    void run(int accountNumber, int tellerNumber, int branchNumber, int delta) throws SQLException {
        add(account, accountNumber, delta);
        balance.setInt(1, accountNumber);
        try (ResultSet found = balance.executeQuery()) {
            if (!found.next()) {
                throw new SQLException("account " + accountNumber + " is not there", "02000");
            }
        }
        add(teller, tellerNumber, delta);
        add(branch, branchNumber, delta);
        history.setInt(1, tellerNumber);
        history.setInt(2, branchNumber);
        history.setInt(3, accountNumber);
        history.setInt(4, delta);
        history.executeUpdate();
    }

    private static void add(PreparedStatement update, int number, int delta) throws SQLException {
        update.setInt(1, delta);
        update.setInt(2, number);
        if (update.executeUpdate() != 1) {
            throw new SQLException("row " + number + " is not there", "02000");
        }
    }
}
