// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.tpcb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Looks up transfers one by one in the history by account, teller and amount, because its rows have no number. Equal
 * transfers are rarer than one in a billion pairs, and are counted once on both sides.
 */
final class CommittedTransfers {
    static final String KIND = "transfers";

    /**
     * Bits of a teller's number. At the largest scale, 2e9 accounts need 31 bits, 200,000 tellers 18 bits, and amounts,
     * with a range of 10,000, 14 bits.
     */
    private static final int TELLER_BITS = 18;

    private static final int DELTA_BITS = 14;
    private static final int DELTA_OFFSET = 1 << (DELTA_BITS - 1);

    private CommittedTransfers() {}

    static long identity(int account, int teller, int delta) {
        return (((long) account << TELLER_BITS | teller) << DELTA_BITS) | (delta + DELTA_OFFSET);
    }

    /** Compares a sample of the transfers that the database reported as committed. */
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
        return Reconciliation.things("sampled transfers in the history", committed.size(), found.size(), 0);
    }
}
