// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

/**
 * Many bits from one keyed draw, for filling content: a SplitMix sequence (Steele, Lea, Flood 2014). One thread at a
 * time.
 */
final class BulkBits {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    BulkBits(long seed) {
        this.state = seed;
    }

    /** Returns 64 uniform bits. */
    long next() {
        state += GOLDEN_GAMMA;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Returns a uniform number from 0 to {@code bound - 1}; the bias is below 2^-31. */
    int below(int bound) {
        return (int) (((next() >>> 32) * bound) >>> 32);
    }
}
