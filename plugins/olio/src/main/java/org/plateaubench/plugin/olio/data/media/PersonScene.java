// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

/** A head and shoulders before a wall. */
final class PersonScene extends Scene {
    private static final int WALL = 0;
    private static final int WALL_SHADES = 32;
    private static final int HAIR = 32;
    private static final int SKIN = 33;
    private static final int SHADE = 34;
    private static final int CLOTHES = 35;
    private static final int COLLAR = 36;
    private static final int FEATURE = 37;
    private static final int LABEL = 63;

    private final int hairLength;
    private final int headWidth;
    private final int smile;
    private int width;
    private int height;

    PersonScene(long id) {
        super(id, 2);
        int hue = next(360);
        gradient(WALL, WALL_SHADES, hsl(hue, 0.5, 0.82), hsl(hue + 25, 0.45, 0.6));
        double tone = 0.34 + next(100) / 220.0;
        int warmth = 18 + next(14);
        colour(SKIN, hsl(warmth, 0.45, tone));
        colour(SHADE, hsl(warmth, 0.45, tone - 0.07));
        colour(HAIR, hsl(15 + next(35), 0.1 + next(50) / 100.0, 0.1 + next(45) / 100.0));
        int clothes = hue + 90 + next(180);
        colour(CLOTHES, hsl(clothes, 0.5, 0.38));
        colour(COLLAR, hsl(clothes, 0.45, 0.5));
        colour(FEATURE, 0x2A1E1A);
        colour(LABEL, 0xFFFFFF);
        hairLength = next(260);
        headWidth = 190 + next(40);
        smile = next(30);
    }

    @Override
    void layOut(int width, int height) {
        this.width = width;
        this.height = height;
        layOutLabel(width, height);
    }

    @Override
    void row(int y, byte[] cells) {
        byte wall = (byte) (WALL + y * WALL_SHADES / height);
        for (int x = 0; x < cells.length; x++) {
            cells[x] = wall;
        }
        if (y * 1000 / height < 440 + hairLength) {
            ellipse(y, cells, 500, 410, headWidth + 45, 300, HAIR);
        }
        ellipse(y, cells, 500, 1050, 430, 330, CLOTHES);
        ellipse(y, cells, 500, 770, 130, 70, COLLAR);
        if (y * 1000 / height > 500) {
            ellipse(y, cells, 500, 690, 85, 110, SHADE);
        }
        ellipse(y, cells, 500, 430, headWidth, 235, SKIN);
        if (y * 1000 / height < 330) {
            ellipse(y, cells, 500, 350, headWidth + 20, 170, HAIR);
        }
        ellipse(y, cells, 425, 430, 20, 20, FEATURE);
        ellipse(y, cells, 575, 430, 20, 20, FEATURE);
        ellipse(y, cells, 500, 490, 16, 26, SHADE);
        if (y * 1000 / height > 552) {
            ellipse(y, cells, 500, 552, 50 + smile, 18 + smile, FEATURE);
        }
        drawLabel(y, cells, LABEL);
    }

    /** Centre and half axes in thousandths of the width and of the height. */
    private void ellipse(int y, byte[] cells, int centreX, int centreY, int halfWidth, int halfHeight, int colour) {
        double away = (y * 1000.0 / height - centreY) / halfHeight;
        if (Math.abs(away) > 1) {
            return;
        }
        double half = halfWidth * Math.sqrt(1 - away * away);
        int from = Math.max(0, (int) Math.round((centreX - half) * width / 1000));
        int to = Math.min(cells.length, (int) Math.round((centreX + half) * width / 1000));
        for (int x = from; x < to; x++) {
            cells[x] = (byte) colour;
        }
    }
}
