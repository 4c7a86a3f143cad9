// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * The draws that belong to one key: an operation of a user, an arrival of a lane, a row of a table. Every draw names
 * its purpose (a constant of the plugin, not negative) and an index within it; the same key, purpose and index always
 * give the same value, in whatever order they are requested.
 */
@FunctionalInterface
public interface Draws {

    /** The key that determines all draws. */
    long key();

    /** Draws of a fixed key. */
    static Draws of(long key) {
        return () -> key;
    }

    /** 64 uniform bits. */
    default long bits(int purpose, int index) {
        return KeyedRandom.bits(key(), purpose, index);
    }

    /** Uniform in [0, 1). */
    default double uniform(int purpose, int index) {
        return KeyedRandom.toUnit(bits(purpose, index));
    }

    /** Uniform integer from {@code min} to {@code max}, both included. */
    default int between(int purpose, int index, int min, int max) {
        return min + (int) (uniform(purpose, index) * ((long) max - min + 1));
    }

    /** True with the given probability in [0, 1]. */
    default boolean chance(int purpose, int index, double probability) {
        return uniform(purpose, index) < probability;
    }
}
