// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

/** The ten figures, drawn on a grid of three by five. */
final class Figures {
    static final int HEIGHT = 5;

    private static final int WIDTH = 3;
    private static final int ADVANCE = WIDTH + 1;

    /** Rows from the top, three bits each, the leftmost cell highest. */
    private static final int[] SHAPES = {
        0b111_101_101_101_111,
        0b010_110_010_010_111,
        0b111_001_111_100_111,
        0b111_001_111_001_111,
        0b101_101_111_001_001,
        0b111_100_111_001_111,
        0b111_100_111_101_111,
        0b111_001_010_010_010,
        0b111_101_111_101_111,
        0b111_101_111_001_111
    };

    private Figures() {}

    static int width(String digits) {
        return digits.length() * ADVANCE - 1;
    }

    static boolean isSet(String digits, int column, int line) {
        int inside = column % ADVANCE;
        int shape = SHAPES[digits.charAt(column / ADVANCE) - '0'];
        return inside < WIDTH && (shape >> ((HEIGHT - 1 - line) * WIDTH + WIDTH - 1 - inside) & 1) == 1;
    }
}
