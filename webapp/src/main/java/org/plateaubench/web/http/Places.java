// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What only so many callers may do at once, and one account only so many times. Any thread. */
public final class Places {
    private static final Map<String, String> LATER = Map.of("Retry-After", "10");

    private final String what;
    private final int maximum;
    private final int perAccount;
    private final Map<String, Integer> ofAccounts = new HashMap<>();
    private int taken;

    /**
     * So many places.
     *
     * @param what what they are for, several of it, such as {@code live views}
     * @param maximum how many all callers together may have
     * @param perAccount how many one account may have, whatever its callers show
     */
    public Places(String what, int maximum, int perAccount) {
        this.what = what;
        this.maximum = maximum;
        this.perAccount = perAccount;
    }

    /** A place that is given back when it is closed, once however often. */
    public final class Place implements AutoCloseable {
        private final String account;
        private boolean isBack;

        private Place(String account) {
            this.account = account;
        }

        @Override
        public void close() {
            synchronized (Places.this) {
                if (!isBack) {
                    isBack = true;
                    taken--;
                    ofAccounts.computeIfPresent(account, (same, own) -> own == 1 ? null : Integer.valueOf(own - 1));
                }
            }
        }
    }

    /**
     * Takes a place for the caller of a request.
     *
     * @throws Problem 429 when the account has all that it may have, 503 when all are taken; both stand in the journal
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
                    ? new Problem(
                            429,
                            "Your account has as many " + what + " as one may have at once (" + perAccount
                                    + "); end one, or try again later.",
                            List.of(),
                            LATER)
                    : new Problem(
                            503,
                            "Too many " + what + " go on at once (" + maximum + "); end one, or try again later.",
                            List.of(),
                            LATER);
        }
    }

    /** How many are taken. */
    public synchronized int taken() {
        return taken;
    }
}
