// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

/**
 * A search for the greatest load at which a run still passes. Immutable.
 *
 * @param workload workload whose load increases; empty for all
 * @param from smallest load, above 0, which is tried first
 * @param to greatest load, above {@code from}
 * @param resolution distance of two loads that is not divided further, above 0
 * @param confirm number of runs that decide at the edge, odd
 * @param repeats greatest number of invalid runs that are repeated, in total
 */
public record SearchSpec(
        Quantity maximise, String workload, double from, double to, double resolution, int confirm, int repeats) {

    public enum Quantity {
        TILES,
        USERS,
        RATE;

        /** Whether only whole numbers are meaningful. */
        public boolean isWhole() {
            return this != RATE;
        }
    }
}
