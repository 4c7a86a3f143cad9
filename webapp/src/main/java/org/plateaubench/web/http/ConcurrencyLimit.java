// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;

/** A bounded number of slots for something that callers do at once, with a bound per account. Any thread. */
public final class ConcurrencyLimit {
    private static final int RETRY_SECONDS = 10;

    private final String what;
    private final int maximum;
    private final int perAccount;
    private final Map<String, Integer> ofAccounts = new HashMap<>();
    private int taken;

    /**
     * Creates the slots.
     *
     * @param what what the slots are for, in the plural, such as {@code live views}
     * @param maximum most slots of all callers together
     * @param perAccount most slots of one account, over all its sessions and tokens
     */
    public ConcurrencyLimit(String what, int maximum, int perAccount) {
        this.what = what;
        this.maximum = maximum;
        this.perAccount = perAccount;
    }

    /** A slot, released on the first close; later closes do nothing. */
    public final class Place implements AutoCloseable {
        private final String account;
        private boolean isBack;

        private Place(String account) {
            this.account = account;
        }

        @Override
        public void close() {
            synchronized (ConcurrencyLimit.this) {
                if (!isBack) {
                    isBack = true;
                    taken--;
                    ofAccounts.computeIfPresent(account, (same, own) -> own == 1 ? null : Integer.valueOf(own - 1));
                }
            }
        }
    }

    /**
     * Takes a slot for the caller of a request.
     *
     * @throws Problem 429 when the account has no slot left, 503 when all slots are taken; the journal records both
     */
    public Place take(Context context) {
        String account = Caller.of(context).name();
        synchronized (this) {
            int own = ofAccounts.getOrDefault(account, 0);
            if (own < perAccount && taken < maximum) {
                ofAccounts.put(account, own + 1);
                taken++;
                return new Place(account);
            }
            Journal.writeDown(context);
            throw own >= perAccount
                    ? Problem.later(
                            429,
                            "Your account has as many " + what + " as one may have at once (" + perAccount
                                    + "); end one, or try again later.",
                            RETRY_SECONDS)
                    : Problem.later(
                            503,
                            "Too many " + what + " are in progress at the same time (" + maximum
                                    + "); end one, or try again later.",
                            RETRY_SECONDS);
        }
    }

    /** Returns the number of slots taken. */
    public synchronized int taken() {
        return taken;
    }
}
