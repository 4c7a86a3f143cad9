// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

/**
 * The state of the data in the application.
 *
 * @param started identifier of the application's present lifetime; empty without data
 * @param work state of the last operation
 * @param failure why it failed, a sentence; empty when it did not
 * @param activity present activity
 * @param rows number of rows done
 * @param rowsTotal number of all rows, 0 when unknown
 * @param marker whether there is data of Plateau
 * @param concurrentUsers users of the data's scale, 0 without a marker
 * @param seed seed of the data, 0 without a marker
 */
public record HarnessState(
        String started,
        Work work,
        String failure,
        String activity,
        long rows,
        long rowsTotal,
        MarkerState marker,
        int concurrentUsers,
        long seed) {
    /** The state of an application without data. */
    public static final HarnessState NONE = new HarnessState("", Work.IDLE, "", "", 0, 0, MarkerState.NONE, 0, 0);

    /** The state of an operation. */
    public enum Work {
        /** No operation was requested yet. */
        IDLE,
        RUNNING,
        DONE,
        FAILED
    }

    /** The state of the marker of Plateau's data. */
    public enum MarkerState {
        NONE,
        /** The data is being loaded, or a load was interrupted. */
        LOADING,
        READY,
        /** A removal has begun; the rest of the data is removed too. */
        CLEARING
    }
}
