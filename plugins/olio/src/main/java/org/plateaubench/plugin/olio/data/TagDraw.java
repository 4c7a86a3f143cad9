// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.function.DoubleSupplier;

/** Draws tags by popularity: negative exponential over the number of the tag, with a tenth of all tags as its mean. */
public final class TagDraw {
    private static final double MEAN_SHARE = 0.1;
    private static final int TRIES = 10;

    private TagDraw() {}

    /**
     * Returns a tag's number, 1 to {@code tags}; a larger one is redrawn, at most ten times.
     *
     * @param units source of uniform numbers of [0, 1)
     */
    public static int exponential(int tags, DoubleSupplier units) {
        for (int tried = 0; tried < TRIES; tried++) {
            double drawn = -MEAN_SHARE * tags * Math.log(1 - units.getAsDouble());
            if (drawn < tags) {
                return 1 + (int) drawn;
            }
        }
        return 1;
    }

    /**
     * Returns the tags of an event, all different.
     *
     * @param count number of tags, at most {@code tags}
     */
    public static int[] distinct(int count, int tags, DoubleSupplier units) {
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++) {
            int next = exponential(tags, units);
            for (int tried = 0; tried < TRIES && Draw.contains(drawn, i, next); tried++) {
                next = exponential(tags, units);
            }
            while (Draw.contains(drawn, i, next)) {
                next = next % tags + 1;
            }
            drawn[i] = next;
        }
        return drawn;
    }
}
