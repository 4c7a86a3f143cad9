// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import org.plateaubench.scenario.value.Values;

/** A condition of a position in a flow. Allocates nothing. */
sealed interface Guard {
    /** Distinguishes the draws of guards from those of data sources. */
    long SALT = 0x67756172645f3031L;

    /** Whether the position is reached in the current unit. */
    boolean holds(Values values);

    private static double uniform(Values values, int draw) {
        return (values.unitBits(SALT, draw) >>> 11) * 0x1.0p-53;
    }

    /** A branch with a share of [0, 1). */
    record Branch(int draw, double start, double end) implements Guard {
        @Override
        public boolean holds(Values values) {
            double uniform = uniform(values, draw);
            return uniform >= start && uniform < end;
        }
    }

    /** A pass of a <code>repeat</code> that not every unit reaches. */
    record Pass(int draw, int index, int min, int max) implements Guard {
        @Override
        public boolean holds(Values values) {
            return index < min + (int) (uniform(values, draw) * (max - min + 1));
        }
    }

    /** A condition that was decided before. */
    record Decided(int decision, boolean expected) implements Guard {
        @Override
        public boolean holds(Values values) {
            return values.decided(decision) == expected;
        }
    }
}
