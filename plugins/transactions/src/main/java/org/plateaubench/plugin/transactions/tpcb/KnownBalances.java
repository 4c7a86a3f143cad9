// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.tpcb;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The balances of accounts as the users of one agent have read them inside their transactions, of many accounts every
 * n-th. Once all users of the workload are in this agent, a balance must follow from the one read before. Any thread.
 */
final class KnownBalances {
    private static final int MOST = 1 << 17;
    /** No account has this balance. */
    private static final long UNKNOWN = Long.MIN_VALUE;

    private final int users;
    private final int stride;
    private final AtomicInteger opened = new AtomicInteger();
    /** The balances of each account before and after the last transaction, since it may be rolled back. */
    private final AtomicLongArray balances;

    KnownBalances(int accounts, int users) {
        this.users = users;
        stride = Math.ceilDiv(accounts, MOST);
        balances = new AtomicLongArray(accounts / stride + 1);
        for (int i = 0; i < balances.length(); i++) {
            balances.set(i, UNKNOWN);
        }
    }

    /** Counts a user of this agent. */
    void add() {
        opened.incrementAndGet();
    }

    /**
     * Returns whether a balance follows from the one read before. The caller's transaction holds the lock of the row, so
     * that no other one reads it meanwhile.
     */
    boolean follows(int account, int delta, int balance) {
        if (account % stride != 0 || opened.get() < users) {
            return true;
        }
        int before = balance - delta;
        long last = balances.getAndSet(account / stride, ((long) before << Integer.SIZE) | (balance & 0xffff_ffffL));
        return last == UNKNOWN || before == (int) last || before == (int) (last >> Integer.SIZE);
    }
}
