// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

/** What a picture shows: a few colours, and which of them each cell of a grid has. Confined to one thread. */
abstract class Scene {
    /** Every palette has this many entries, of which a scene may leave some unused. */
    static final int COLOURS = 64;

    private final int[] palette = new int[COLOURS];
    private final String label;
    private long state;
    private int labelScale = 1;
    private int labelLeft;
    private int labelTop;

    Scene(long id, long kind) {
        this.label = Long.toString(Math.abs(id % 1_000_000_000L));
        this.state = mixed(mixed(id) + kind);
    }

    /** Prepares a grid; before the first {@link #row}. */
    abstract void layOut(int width, int height);

    /** Gives the colour of each cell of a row, as an index into the palette. */
    abstract void row(int y, byte[] cells);

    /** 0xRRGGBB. */
    final int rgb(int colour) {
        return palette[colour];
    }

    final void colour(int index, int rgb) {
        palette[index] = rgb;
    }

    /** Fills a part of the palette, from one colour to another. */
    final void gradient(int first, int count, int fromRgb, int toRgb) {
        for (int step = 0; step < count; step++) {
            palette[first + step] = mixed(fromRgb, toRgb, step / (double) Math.max(1, count - 1));
        }
    }

    /** The id in figures, in the lower right corner of the grid. */
    final void layOutLabel(int width, int height) {
        labelScale = Math.max(1, height / 60);
        labelLeft = width - labelScale * (Figures.width(label) + 2);
        labelTop = height - labelScale * (Figures.HEIGHT + 2);
    }

    final void drawLabel(int y, byte[] cells, int colour) {
        int line = Math.floorDiv(y - labelTop, labelScale);
        if (line < 0 || line >= Figures.HEIGHT) {
            return;
        }
        int width = Figures.width(label);
        for (int column = 0; column < width; column++) {
            if (Figures.isSet(label, column, line)) {
                int from = labelLeft + column * labelScale;
                for (int x = Math.max(0, from); x < Math.min(cells.length, from + labelScale); x++) {
                    cells[x] = (byte) colour;
                }
            }
        }
    }

    /** The next number of the scene's own sequence (SplitMix64), from 0 to below the bound. */
    final int next(int bound) {
        state += 0x9E3779B97F4A7C15L;
        return (int) (mixed(state) >>> 33) % bound;
    }

    private static long mixed(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /**
     * A colour.
     *
     * @param hueDegrees any
     * @param saturation 0 to 1
     * @param lightness 0 to 1
     */
    static int hsl(int hueDegrees, double saturation, double lightness) {
        double reach = saturation * Math.min(lightness, 1 - lightness);
        return channel(0, hueDegrees, lightness, reach) << 16
                | channel(8, hueDegrees, lightness, reach) << 8
                | channel(4, hueDegrees, lightness, reach);
    }

    private static int channel(int offset, int hueDegrees, double lightness, double reach) {
        double sector = (offset + Math.floorMod(hueDegrees, 360) / 30.0) % 12;
        double value = lightness - reach * Math.max(-1, Math.min(1, Math.min(sector - 3, 9 - sector)));
        return (int) Math.round(255 * value);
    }

    private static int mixed(int from, int to, double share) {
        int rgb = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int start = from >> shift & 0xFF;
            int end = to >> shift & 0xFF;
            rgb |= (int) Math.round(start + (end - start) * share) << shift;
        }
        return rgb;
    }
}
