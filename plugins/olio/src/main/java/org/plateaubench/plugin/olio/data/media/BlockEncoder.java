// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

import java.util.Arrays;

/**
 * Encodes one colour with some grain as a JPEG block of a fixed number of bytes. The code tables make that possible:
 * the code of a magnitude is the shorter, the more bits follow it, so that each mean takes 8 bits and each other
 * coefficient 6, whatever its value. Immutable.
 */
final class BlockEncoder {
    /** Magnitudes by length of code: one code of each length from 1 bit on. */
    static final int[] DC_SYMBOLS = {7, 6, 5, 4, 3, 2, 1, 0};

    /** The end of the block, then magnitudes of a coefficient without zeros before it. */
    static final int[] AC_SYMBOLS = {0x00, 0x04, 0x03, 0x02, 0x01};

    private static final int MEAN_BITS = 8;
    private static final int COEFFICIENT_BITS = 6;
    private static final int END_BITS = 1;
    private static final int COMPONENTS = 3;
    private static final int COEFFICIENTS_AT_MOST = 62;

    private static final int MEAN_STEP = 9;
    private static final int GRAIN_STEP = 3;
    private static final int GRAIN_AT_MOST = 5;

    private final int blockBytes;
    private final int[] coefficients = new int[COMPONENTS];

    BlockEncoder(int blockBytes) {
        int forCoefficients = blockBytes * 8 - COMPONENTS * (MEAN_BITS + END_BITS);
        int count = forCoefficients / COEFFICIENT_BITS;
        if (forCoefficients < 0 || count > COMPONENTS * COEFFICIENTS_AT_MOST) {
            throw new IllegalArgumentException("no block has " + blockBytes + " bytes");
        }
        this.blockBytes = blockBytes;
        for (int component = 0; component < COMPONENTS; component++) {
            // Most of the grain is brightness, as in a photograph.
            coefficients[component] =
                    component == 0 ? Math.min(COEFFICIENTS_AT_MOST, count - 2 * (count / 4)) : count / 4;
        }
    }

    static int[] quantisation() {
        int[] steps = new int[64];
        Arrays.fill(steps, GRAIN_STEP);
        steps[0] = MEAN_STEP;
        return steps;
    }

    /** One code of each length up to the number of symbols. */
    static int[] codeCounts(int symbols) {
        int[] counts = new int[16];
        Arrays.fill(counts, 0, symbols, 1);
        return counts;
    }

    int blockBytes() {
        return blockBytes;
    }

    void encode(int rgb, int grain, byte[] into, int at) {
        int red = rgb >> 16 & 0xFF;
        int green = rgb >> 8 & 0xFF;
        int blue = rgb & 0xFF;
        int bright = mean(0.299 * red + 0.587 * green + 0.114 * blue - 128);
        int blueness = mean(-0.168736 * red - 0.331264 * green + 0.5 * blue);
        int redness = mean(0.5 * red - 0.418688 * green - 0.081312 * blue);
        long noise = (rgb * 31L + grain + 1) * 0x9E3779B97F4A7C15L;
        int nudge = 0;
        // 0xFF would need a zero after it and so another length: another grain, a slightly other colour, avoids it.
        while (!encode(bright + nudge, blueness + nudge / 2, redness - nudge / 3, noise, into, at)) {
            noise = noise * 6364136223846793005L + 1442695040888963407L;
            nudge = nudge <= 0 ? 1 - nudge : -nudge;
        }
    }

    private static int mean(double value) {
        return (int) Math.round(value * 8 / MEAN_STEP);
    }

    private boolean encode(int bright, int blueness, int redness, long noise, byte[] into, int at) {
        Bits bits = new Bits(into, at);
        long rest = noise;
        for (int component = 0; component < COMPONENTS; component++) {
            int mean = component == 0 ? bright : component == 1 ? blueness : redness;
            bits.put(clamped(mean), MEAN_BITS - 1);
            for (int coefficient = 0; coefficient < coefficients[component]; coefficient++) {
                rest = rest * 6364136223846793005L + 1442695040888963407L;
                int drawn = (int) (rest >>> 40) % (2 * GRAIN_AT_MOST);
                int value = drawn < GRAIN_AT_MOST ? drawn - GRAIN_AT_MOST : drawn - GRAIN_AT_MOST + 1;
                // The shortest code is the end of the block: a one is before all others.
                bits.bit(1);
                bits.put(weakened(value, coefficient), COEFFICIENT_BITS - 2);
            }
            bits.bit(0);
        }
        return bits.finish(at + blockBytes);
    }

    private static int clamped(int mean) {
        return Math.clamp(mean, -127, 127);
    }

    /** Fine detail is fainter than coarse. */
    private static int weakened(int value, int coefficient) {
        int weak = value * 4 / (4 + coefficient);
        return weak == 0 ? Integer.signum(value) : weak;
    }

    /** Writes bits, highest first, and remembers whether a byte became 0xFF. */
    private static final class Bits {
        private final byte[] into;
        private int at;
        private int current;
        private int count;
        private boolean clean = true;

        Bits(byte[] into, int at) {
            this.into = into;
            this.at = at;
        }

        /** The code of the magnitude is as many ones as it is below the largest, and a zero. */
        void put(int value, int largestMagnitude) {
            int magnitude = Integer.SIZE - Integer.numberOfLeadingZeros(Math.abs(value));
            for (int bit = magnitude; bit < largestMagnitude; bit++) {
                bit(1);
            }
            bit(0);
            int raw = value < 0 ? value + (1 << magnitude) - 1 : value;
            for (int bit = magnitude - 1; bit >= 0; bit--) {
                bit(raw >> bit & 1);
            }
        }

        void bit(int bit) {
            current = current << 1 | bit;
            if (++count == 8) {
                clean &= current != 0xFF;
                into[at++] = (byte) current;
                current = 0;
                count = 0;
            }
        }

        boolean finish(int end) {
            while (count > 0) {
                bit(1);
            }
            assert at == end : "length of a block";
            return clean;
        }
    }
}
