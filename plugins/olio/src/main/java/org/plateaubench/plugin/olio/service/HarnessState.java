// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

import java.util.Map;
import org.plateaubench.plugin.olio.data.Scale;

/**
 * What the application says of its data.
 *
 * @param work what became of what was asked for last
 * @param failure why it failed, a sentence; empty when it did not
 * @param activity what goes on
 * @param rows how many are done
 * @param rowsTotal how many there are, 0 when nobody knows
 * @param marker whether there is data of ours
 * @param concurrentUsers whom the data is for, 0 without a marker
 * @param seed of the data, 0 without a marker
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
    /** What became of a piece of work. */
    public enum Work {
        /** Nothing was asked for yet. */
        IDLE,
        RUNNING,
        DONE,
        FAILED
    }

    /** Whether there is data of ours. */
    public enum MarkerState {
        NONE,
        /** It is being loaded, or a load was cut short. */
        LOADING,
        READY,
        /** A removal was cut short. */
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

    /** Whether data of this scale and seed is loaded to its end. */
    public boolean holds(Scale scale, long wantedSeed) {
        return marker == MarkerState.READY && concurrentUsers == scale.concurrentUsers() && seed == wantedSeed;
    }
}
