// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.util.regex.Pattern;

/** Records every request that changes something or was refused by its role. Thread-safe. */
@FunctionalInterface
public interface Journal {
    /** Form of a valid HTTP method. */
    Pattern METHOD = Pattern.compile("[A-Z]{1,20}");

    /** Longest text of an entry, characters; longer ones are cut off. */
    int MAXIMUM_TEXT = 500;

    /**
     * The record of one request.
     *
     * @param user account; empty when the caller was not signed in
     * @param credential public name of the session or API token of the request; empty for none
     * @param outcome HTTP status, with the reason of a refusal
     */
    record Entry(
            String user, Role role, String credential, String action, String target, String outcome, String remote) {
        /**
         * Returns the record of a request that was refused before any route saw it, and so before it was known who sent
         * it.
         *
         * @param method method of the request, as far as it could be read; may be any text
         */
        public static Entry unrouted(String method, String outcome, String remote) {
            String known = METHOD.matcher(method).matches() ? method : "?";
            return new Entry("", Role.ANYONE, "", known + " to no route", "", outcome, remote);
        }

        /** Returns whether the request was refused or failed. */
        public boolean refused() {
            return !outcome.startsWith("2") && !outcome.startsWith("3");
        }
    }

    void write(Entry entry);

    /** Sets the object of a request if the path does not show it. */
    static void target(Context context, String target) {
        context.attribute(Guard.TARGET, target);
    }

    /** Marks a request that changes nothing although its method could, so that the journal can leave it out. */
    static void changesNothing(Context context) {
        context.attribute(Guard.UNWRITTEN, true);
    }
}
