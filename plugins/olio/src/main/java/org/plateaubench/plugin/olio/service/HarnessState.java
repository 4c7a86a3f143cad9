// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

import java.util.Map;
import org.plateaubench.plugin.olio.data.Scale;

/**
 * The state of the data in the application.
 *
 * @param work state of the last operation
 * @param failure why it failed, a sentence; empty when it did not
 * @param activity present activity
 * @param rows number of rows done
 * @param rowsTotal number of all rows, 0 when unknown
 * @param marker whether there is data of ours
 * @param concurrentUsers users of the data's scale, 0 without a marker
 * @param seed seed of the data, 0 without a marker
 */
public record HarnessState(
        Work work,
        String failure,
        String activity,
        long rows,
        long rowsTotal,
        MarkerState marker,
        int concurrentUsers,
        long seed) {
    /** The state of an operation. */
    public enum Work {
        /** No operation was requested yet. */
        IDLE,
        RUNNING,
        DONE,
        FAILED
    }

    /** The state of the marker of our data. */
    public enum MarkerState {
        NONE,
        /** The data is being loaded, or a load was interrupted. */
        LOADING,
        READY,
        /** A removal was interrupted. */
        CLEARING
    }

    static HarnessState of(Map<String, String> answer) {
        return new HarnessState(
                Work.valueOf(answer.getOrDefault("work", "IDLE")),
                answer.getOrDefault("failure", ""),
                answer.getOrDefault("activity", ""),
                Long.parseLong(answer.getOrDefault("rows", "0")),
                Long.parseLong(answer.getOrDefault("rowsTotal", "0")),
                MarkerState.valueOf(answer.getOrDefault("marker", "NONE")),
                Integer.parseInt(answer.getOrDefault("concurrentUsers", "0")),
                Long.parseLong(answer.getOrDefault("seed", "0")));
    }

    /** Returns whether data of this scale and seed is loaded completely. */
    public boolean holds(Scale scale, long wantedSeed) {
        return marker == MarkerState.READY && concurrentUsers == scale.concurrentUsers() && seed == wantedSeed;
    }
}
