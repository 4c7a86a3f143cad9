// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import org.plateaubench.process.data.DataMarker;

/**
 * The state of the data in the application.
 *
 * @param started identifier of the application's present lifetime; empty without data
 * @param failure why it failed, a sentence; empty when it did not
 * @param rowsTotal number of all rows, 0 when unknown
 * @param marker text of the marker of the data; empty without one
 */
public record HarnessState(
        String started, Work work, String failure, String activity, long rows, long rowsTotal, String marker) {
    /** Version of the schema and of the functions that generate rows, pictures and documents. */
    private static final int LAYOUT = 2;

    private static final String SCALE = "loadedUsers";

    public static final HarnessState NONE = new HarnessState("", Work.IDLE, "", "", 0, 0, "");

    /**
     * Objects of other programs that a change of the data would change, remove or collide with.
     *
     * @param names the objects, for a message; empty for none
     * @param hidden sentence about objects that the check cannot see; empty for none
     */
    public record ForeignObjects(String names, String hidden) {}

    public enum Work {
        /** No operation was requested yet. */
        IDLE,
        RUNNING,
        DONE,
        FAILED
    }

    /** Returns the marker of the complete data of this scale and seed. */
    public static DataMarker wanted(Scale scale, long seed) {
        return DataMarker.of(seed).with("layout", LAYOUT).with(SCALE, scale.concurrentUsers());
    }

    /** Returns the population of the data of a marker. */
    public static Population population(DataMarker marker) {
        return new Population(new Scale(Integer.parseInt(marker.value(SCALE))), marker.dataSeed());
    }
}
