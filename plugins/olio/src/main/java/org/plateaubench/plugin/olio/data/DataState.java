// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import org.plateaubench.process.data.DataMarker;

/**
 * The state of the data in the application, as the harness reads it.
 *
 * @param started identifier of this start of the application; empty without data
 * @param work whether a change of the data was requested, and how it ended
 * @param failure why the work failed, a sentence; empty when it did not
 * @param activity what the work does now; empty when there is none
 * @param rows number of rows done so far
 * @param rowsTotal number of all rows, 0 when unknown
 * @param marker text of the marker of the data; empty without one
 */
public record DataState(
        String started, Work work, String failure, String activity, long rows, long rowsTotal, String marker) {
    /** Version of the schema and of the functions that generate rows, pictures and documents. */
    private static final int LAYOUT = 2;

    /** The number of users for whom data was loaded, which the application calls concurrent. */
    private static final String SCALE = "loadedUsers";

    public static final DataState NONE = new DataState("", Work.IDLE, "", "", 0, 0, "");

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
