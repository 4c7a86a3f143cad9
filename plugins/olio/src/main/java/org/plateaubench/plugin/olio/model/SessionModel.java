// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/**
 * What the matrix and the rules of signing in and out say of sessions, if every sign-in succeeds: the law of the chain
 * whose state is the operation and whether the user was signed in when it began. A sign-in leaves the user signed in,
 * registering a person leaves it signed out, nothing else changes it. Immutable.
 */
public final class SessionModel {
    private static final int OPERATIONS = OlioOperation.values().length;
    private static final double SECONDS_OF_NANOS = 1e-9;

    /** By operation for signed out, then by operation for signed in. */
    private final double[] law;

    /** Computes the law. */
    public SessionModel() {
        double[][] rows = new double[2 * OPERATIONS][2 * OPERATIONS];
        for (OlioOperation from : OlioOperation.values()) {
            double[] percent = Transitions.after(from);
            for (int in = 0; in <= 1; in++) {
                int after = signedInAfter(from, in);
                System.arraycopy(percent, 0, rows[state(from, in)], after * OPERATIONS, OPERATIONS);
            }
        }
        law = MarkovChain.stationary(rows);
    }

    private static int signedInAfter(OlioOperation operation, int before) {
        return switch (operation) {
            case LOGIN -> 1;
            case ADD_PERSON -> 0;
            case HOME_PAGE, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL, ADD_EVENT -> before;
        };
    }

    private static int state(OlioOperation operation, int signedIn) {
        return signedIn * OPERATIONS + operation.ordinal();
    }

    /** Share of an operation among all operations. */
    public double share(OlioOperation operation) {
        return law[state(operation, 0)] + law[state(operation, 1)];
    }

    /** Share of an operation's users who are signed in when it begins. */
    public double signedInShare(OlioOperation operation) {
        return law[state(operation, 1)] / share(operation);
    }

    /** Mean number of operations between two sign-outs, which only sign-in and registration do. */
    public double operationsPerSession() {
        return 1 / (law[state(OlioOperation.LOGIN, 1)] + law[state(OlioOperation.ADD_PERSON, 1)]);
    }

    /** Mean time from the start of one operation to that of the next, seconds. */
    public double meanCycleSeconds() {
        double nanos = 0;
        for (OlioOperation operation : OlioOperation.values()) {
            nanos += share(operation) * operation.cycle().meanNanos();
        }
        return nanos * SECONDS_OF_NANOS;
    }

    /** Operations per second of a number of users whose operations end before their cycles do. */
    public double ratePerSecond(int users) {
        return users / meanCycleSeconds();
    }
}
