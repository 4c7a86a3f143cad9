// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

/**
 * The sessions that follow from the transition matrix of {@link OlioOperation} and the rules of signing in and out.
 * They are computed from the stationary distribution of a user's Markov chain. A state is an operation, whether the
 * user was signed in when it began, and whether the user had seen the home page in the session. Every sign-in is
 * assumed to succeed. A user is signed in after a sign-in, and signed out after a registration; a signed-in user signs
 * out before either, which ends a session. Nothing else changes the state. Immutable.
 */
public final class SessionModel {
    private static final int OPERATIONS = OlioOperation.values().length;
    private static final double CONVERGED = 1e-14;

    /** States: signed out or in, home page not seen or seen, operation. */
    private final double[] distribution;

    public SessionModel() {
        double[][] rows = new double[4 * OPERATIONS][4 * OPERATIONS];
        for (OlioOperation from : OlioOperation.values()) {
            for (int in = 0; in <= 1; in++) {
                for (int seen = 0; seen <= 1; seen++) {
                    int next = block(signedInAfter(from, in), seenAfter(from, in, seen));
                    for (OlioOperation to : OlioOperation.values()) {
                        rows[state(from, in, seen)][next * OPERATIONS + to.index()] =
                                from.next().get(to.index());
                    }
                }
            }
        }
        distribution = stationary(rows);
    }

    /**
     * Returns the stationary distribution of a chain: the share of steps in each state. Each step is taken with
     * probability 1/2, which does not change the distribution and makes a periodic chain converge.
     *
     * @param rows relative weight of each next state, a row for each current state; each row has a positive sum
     */
    private static double[] stationary(double[][] rows) {
        double[] distribution = new double[rows.length];
        distribution[0] = 1;
        double change;
        do {
            double[] next = step(distribution, rows);
            change = 0;
            for (int state = 0; state < distribution.length; state++) {
                change += Math.abs(next[state] - distribution[state]);
            }
            distribution = next;
        } while (change >= CONVERGED);
        return distribution;
    }

    private static double[] step(double[] distribution, double[][] rows) {
        double[] next = new double[distribution.length];
        for (int from = 0; from < distribution.length; from++) {
            next[from] += distribution[from] / 2;
            double sum = 0;
            for (double weight : rows[from]) {
                sum += weight;
            }
            for (int to = 0; to < distribution.length; to++) {
                next[to] += distribution[from] * rows[from][to] / sum / 2;
            }
        }
        return next;
    }

    private static int signedInAfter(OlioOperation operation, int before) {
        return switch (operation) {
            case LOGIN -> 1;
            case ADD_PERSON -> 0;
            case HOME_PAGE, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL, ADD_EVENT -> before;
        };
    }

    private static int seenAfter(OlioOperation operation, int signedIn, int before) {
        return switch (operation) {
            case HOME_PAGE -> 1;
            case LOGIN, ADD_PERSON -> signedIn == 1 ? 0 : before;
            case TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL, ADD_EVENT -> before;
        };
    }

    private static int block(int signedIn, int seen) {
        return 2 * signedIn + seen;
    }

    private static int state(OlioOperation operation, int signedIn, int seen) {
        return block(signedIn, seen) * OPERATIONS + operation.index();
    }

    private double shareBy(OlioOperation operation, int signedIn) {
        return distribution[state(operation, signedIn, 0)] + distribution[state(operation, signedIn, 1)];
    }

    public double share(OlioOperation operation) {
        return shareBy(operation, 0) + shareBy(operation, 1);
    }

    /** Returns the share of an operation's users who are signed in when it begins. */
    public double signedInShare(OlioOperation operation) {
        return shareBy(operation, 1) / share(operation);
    }

    /** Returns the mean number of operations between two sign-outs, which only sign-in and registration cause. */
    public double operationsPerSession() {
        return 1 / (shareBy(OlioOperation.LOGIN, 1) + shareBy(OlioOperation.ADD_PERSON, 1));
    }

    /** Returns the share of home pages that are the first of their session, so that their images are loaded. */
    public double firstHomePageShare() {
        return (distribution[state(OlioOperation.HOME_PAGE, 0, 0)] + distribution[state(OlioOperation.HOME_PAGE, 1, 0)])
                / share(OlioOperation.HOME_PAGE);
    }
}
