// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

/**
 * How far a look at all runs is. Immutable.
 *
 * @param state what is done
 * @param done runs that were read
 * @param total runs that are to be read
 */
public record Progress(State state, int done, int total) {
    /** Nothing is done. */
    static final Progress IDLE = new Progress(State.IDLE, 0, 0);

    /** What is done. */
    public enum State {
        /** Nothing but looking for changes. */
        IDLE,
        /** Runs that changed are read. */
        INDEXING,
        /** Every run is read. */
        REBUILDING
    }

    Progress at(int runs) {
        return new Progress(state, runs, total);
    }
}
