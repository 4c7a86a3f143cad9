// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.law;

import org.plateaubench.api.KeyedRandom;

/**
 * Stratified draws from (0, 1): each block of 1,000 has one draw in every thousandth, in pseudo-random order, and the
 * position within the thousandth moves from block to block by the golden ratio, so that many blocks fill the gaps
 * between the draws of one. Any some tens of thousands of consecutive draws therefore have the right distribution, up
 * to the 99.9th percentile and within a draw or two. One thread.
 */
public final class Strata {
    private static final int BLOCK = 1_000;
    private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

    private final long key;
    private final int[] order = new int[BLOCK];
    private long block;
    private int next = BLOCK;
    private double offset;

    /** Creates draws that are a function of a seed. */
    public Strata(long seed) {
        this.key = KeyedRandom.key(seed, "strata");
    }

    /** Returns the next draw. */
    public double next() {
        if (next == BLOCK) {
            shuffle();
        }
        return (order[next++] + offset) / BLOCK;
    }

    private void shuffle() {
        long blockKey = KeyedRandom.key(key, block);
        for (int i = 0; i < BLOCK; i++) {
            int other = (int) (KeyedRandom.toUnit(KeyedRandom.bits(blockKey, 0, i)) * (i + 1));
            order[i] = order[other];
            order[other] = i;
        }
        offset = 0.5 + block * GOLDEN_RATIO;
        offset -= Math.floor(offset);
        // The ends of (0, 1) have no quantile.
        offset = Math.clamp(offset, 1e-3, 1 - 1e-3);
        block++;
        next = 0;
    }
}
