// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

/**
 * The progress of a scan of all runs. Immutable.
 *
 * @param state kind of scan
 * @param done number of runs read
 * @param total number of runs to read
 */
public record Progress(State state, int done, int total) {
    /** No scan. */
    static final Progress IDLE = new Progress(State.IDLE, 0, 0);

    /** The kind of scan. */
    public enum State {
        /** Only changes are watched for. */
        IDLE,
        /** Changed runs are read. */
        INDEXING,
        /** Every run is read. */
        REBUILDING
    }

    Progress at(int runs) {
        return new Progress(state, runs, total);
    }
}
