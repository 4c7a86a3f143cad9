// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.time.LocalDate;
import org.plateaubench.plugin.olio.data.Scale;

/**
 * Says in the database that the data is ours, and which. Who finds none leaves the tables alone.
 *
 * @param version of the schema and of the functions that make the rows, pictures and documents
 * @param scale how much
 * @param seed of the data
 * @param day the first on which a loaded event takes place
 * @param state how far it is
 */
public record Marker(int version, Scale scale, long seed, LocalDate day, State state) {
    /** Of what this version of the application loads. */
    public static final int VERSION = 2;

    /** How far a load is, or that a removal has begun. */
    public enum State {
        LOADING,
        READY,
        /** What is left of the data goes as well. */
        CLEARING
    }

    Marker with(State next) {
        return new Marker(version, scale, seed, day, next);
    }

    /** Whether it is what a load with these would make, whatever the day. */
    public boolean matches(Scale wantedScale, long wantedSeed) {
        return version == VERSION && scale.equals(wantedScale) && seed == wantedSeed;
    }
}
