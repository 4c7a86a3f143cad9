// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.time.LocalDate;
import org.plateaubench.plugin.olio.data.HarnessState.MarkerState;
import org.plateaubench.plugin.olio.data.Scale;

/**
 * Marks the data in the database as Plateau's and describes it. Without a marker the tables are not touched.
 *
 * @param version version of the schema and of the functions that generate rows, pictures and documents
 * @param scale amount of data
 * @param seed seed of the data
 * @param day first day of loaded events
 * @param state state of the data, not {@code NONE}
 */
public record DataMarker(int version, Scale scale, long seed, LocalDate day, MarkerState state) {
    /** The version of the data that this application loads. */
    public static final int VERSION = 2;

    DataMarker with(MarkerState next) {
        return new DataMarker(version, scale, seed, day, next);
    }

    /** Returns whether a load with these values would generate this data, on any day. */
    public boolean matches(Scale wantedScale, long wantedSeed) {
        return version == VERSION && scale.equals(wantedScale) && seed == wantedSeed;
    }
}
