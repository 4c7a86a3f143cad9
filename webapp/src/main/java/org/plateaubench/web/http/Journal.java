// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;

/** Where every request that changes something, was refused to, or asked too much is written down. Any thread. */
@FunctionalInterface
public interface Journal {
    /** Longer ones are cut. */
    int MAXIMUM_TARGET = 500;

    /** Longer ones are cut. */
    int MAXIMUM_ASKED = 4_000;

    /** Longer ones are cut. */
    int MAXIMUM_CREDENTIAL = 200;

    /**
     * One such request.
     *
     * @param user account; empty when nobody was signed in
     * @param role role of the caller at that time
     * @param credential session or API token that the caller showed, by what is no secret of it; empty for none
     * @param action method and path of the route
     * @param target what it was about
     * @param asked every parameter but secrets, as JSON; empty when there was none
     * @param outcome status of HTTP, with the reason when it was refused
     * @param remote address of the caller
     */
    record Entry(
            String user,
            Role role,
            String credential,
            String action,
            String target,
            String asked,
            String outcome,
            String remote) {
        /** Whether it was not done. */
        public boolean refused() {
            return !isDone(outcome);
        }
    }

    /** Whether an outcome is that of a request that was done. */
    static boolean isDone(String outcome) {
        return outcome.startsWith("2") || outcome.startsWith("3");
    }

    /** Writes one down. */
    void write(Entry entry);

    /** Says what a request is about, where its path does not. */
    static void target(Context context, String target) {
        context.attribute(Guard.TARGET, target);
    }

    /** Says of a request that it is written down although its method reads, whether it is done or refused. */
    static void writeDown(Context context) {
        context.attribute(Guard.WRITTEN, true);
    }

    /** Says of a request that it was refused, although its answer leads a person on. */
    static void refused(Context context, Problem why) {
        context.attribute(Guard.OUTCOME, why.status() + " " + why.getMessage());
    }

    /**
     * Says what is kept of a parameter of a request.
     *
     * @param name name of the parameter
     * @param value its value, without secrets
     */
    static void asked(Context context, String name, Object value) {
        context.attribute(Asked.INSTEAD + name, value);
    }

    /** Says of a request that it changes nothing although its method could, so that the journal need not have it. */
    static void changesNothing(Context context) {
        context.attribute(Guard.UNWRITTEN, true);
    }
}
