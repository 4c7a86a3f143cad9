// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

import org.plateaubench.api.KeyedRandom;
import org.plateaubench.drive.spec.DriveSpec;

/**
 * The keys that determine all draws of one sequence of units (measurement rule M14): in closed load the sequence of a
 * user, in open load that of a lane. The three keys are separate, so that the harness's draws, a plugin's draws for
 * units and its draws for operations cannot affect each other. Immutable.
 */
public record SequenceKeys(int sequence, long harness, long units, long operations) {

    /** Purposes of the harness's own draws; draws of a plugin have separate keys and cannot collide with these. */
    public static final class Purpose {
        static final int MIX = 0;
        static final int GAP = 1;
        public static final int FIRST_START = 2;
        /** How often a step of a unit is repeated; the index is the step. */
        static final int REPETITIONS = 3;
        /** The choice of an operation of a step; the index is the position in the unit. */
        static final int CHOICE = 4;
        /** The pause before an operation of a unit; the index is the position in the unit. */
        static final int PAUSE = 5;
        /** The gap before an open-loop arrival. */
        public static final int ARRIVAL = 6;
        /** The part of a back-off for which a user waits; drawn by the number of the failed attempt. */
        public static final int BACKOFF = 7;

        private Purpose() {}
    }

    public static SequenceKeys ofUser(DriveSpec spec, int user) {
        return of(spec, "user", user);
    }

    public static SequenceKeys ofLane(DriveSpec spec, int lane) {
        return of(spec, "lane", lane);
    }

    private static SequenceKeys of(DriveSpec spec, String kind, int sequence) {
        long workload = KeyedRandom.key(KeyedRandom.key(spec.seed(), spec.tile()), spec.workload());
        long key = KeyedRandom.key(KeyedRandom.key(workload, kind), sequence);
        return new SequenceKeys(
                sequence,
                KeyedRandom.key(key, "harness"),
                KeyedRandom.key(key, "unit"),
                KeyedRandom.key(key, "operation"));
    }

    /** A draw of the harness for one unit, uniform in [0, 1). */
    public double uniform(long unitNumber, int purpose, int index) {
        return KeyedRandom.toUnit(KeyedRandom.bits(KeyedRandom.key(harness, unitNumber), purpose, index));
    }

    public long unitKey(long unitNumber) {
        return KeyedRandom.key(units, unitNumber);
    }

    public long operationKey(long unitNumber, int position) {
        return KeyedRandom.key(KeyedRandom.key(operations, unitNumber), position);
    }
}
