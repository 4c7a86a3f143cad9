// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.time.LocalDate;
import org.plateaubench.plugin.olio.data.Scale;

/**
 * Marks the data in the database as ours and describes it. Without a marker the tables are not touched.
 *
 * @param version version of the schema and of the functions that generate rows, pictures and documents
 * @param scale amount of data
 * @param seed seed of the data
 * @param day first day of loaded events
 * @param state state of the data
 */
public record DataMarker(int version, Scale scale, long seed, LocalDate day, State state) {
    /** The version of the data that this application loads. */
    public static final int VERSION = 2;

    /** The state of a load, or of a removal. */
    public enum State {
        LOADING,
        READY,
        /** A removal has begun; the rest of the data is removed too. */
        CLEARING
    }

    DataMarker with(State next) {
        return new DataMarker(version, scale, seed, day, next);
    }

    /** Returns whether a load with these values would generate this data, on any day. */
    public boolean matches(Scale wantedScale, long wantedSeed) {
        return version == VERSION && scale.equals(wantedScale) && seed == wantedSeed;
    }
}
