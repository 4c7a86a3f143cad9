// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * The random draws of one key, such as an operation of a user, an arrival of a lane or a row of a table. Every draw is
 * identified by a purpose (a constant of the plugin, not negative) and an index within the purpose. The same key,
 * purpose and index always give the same value, regardless of the order of the calls. Thread-safe.
 */
@FunctionalInterface
public interface Draws {

    /** The key that determines all draws. */
    long key();

    /** Draws of a fixed key. */
    static Draws of(long key) {
        return () -> key;
    }

    /** Returns 64 uniform bits. */
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
