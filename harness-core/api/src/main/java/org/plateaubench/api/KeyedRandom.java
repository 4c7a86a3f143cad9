// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * Random bits as a pure function of a key, a purpose and an index, so that an additional draw in one place does not
 * change any draw elsewhere. Mixing is the 64-bit finaliser of SplitMix (Steele, Lea, Flood 2014; constants: Stafford's
 * variant 13). Stateless and thread-safe. The function is part of the meaning of a seed and does not change between
 * versions.
 */
public final class KeyedRandom {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;
    private static final double UNIT = 0x1.0p-53;

    private KeyedRandom() {}

    /** The key derived from {@code key} for one more part, such as a tile or a user number. */
    public static long key(long key, long part) {
        return mix(mix(key + GOLDEN_GAMMA) ^ mix(part + 2 * GOLDEN_GAMMA));
    }

    /** The key derived from {@code key} for a name. */
    public static long key(long key, String name) {
        long result = key(key, name.length());
        for (int i = 0; i < name.length(); i++) {
            result = key(result, name.charAt(i));
        }
        return result;
    }

    /** Returns 64 uniform bits. */
    public static long bits(long key, int purpose, int index) {
        return key(key, ((long) purpose << 32) | (index & 0xffff_ffffL));
    }

    /** Converts bits to a uniform number in [0, 1). */
    public static double toUnit(long bits) {
        return (bits >>> 11) * UNIT;
    }

    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
