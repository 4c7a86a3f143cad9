// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data.media;

/** A landscape: sky, sun, three ranges of hills. */
final class EventScene extends Scene {
    private static final int SKY = 0;
    private static final int SKY_SHADES = 32;
    private static final int SUN = 32;
    private static final int HALO = 33;
    private static final int HILLS = 34;
    private static final int HILL_SHADES = 8;
    private static final int RANGES = 3;
    private static final int LABEL = 63;

    private final int[] waves = new int[RANGES * 4];
    private final int sunPerMilleX;
    private final int sunPerMilleY;
    private int[][] ridges = new int[RANGES][0];
    private int height;
    private int sunX;
    private int sunY;
    private int sunRadius;

    EventScene(long id) {
        super(id, 1);
        int hue = next(360);
        boolean night = next(4) == 0;
        int horizon = hsl(hue + 20 + next(60), 0.75, night ? 0.42 : 0.82);
        gradient(SKY, SKY_SHADES, hsl(hue, 0.6, night ? 0.12 : 0.5), horizon);
        colour(SUN, hsl(40 + next(30), night ? 0.2 : 0.95, 0.9));
        colour(HALO, hsl(hue + 30, 0.7, night ? 0.4 : 0.84));
        int ground = hue + 120 + next(120);
        for (int range = 0; range < RANGES; range++) {
            double light = (night ? 0.24 : 0.5) - range * (night ? 0.06 : 0.13);
            gradient(
                    HILLS + range * HILL_SHADES,
                    HILL_SHADES,
                    hsl(ground, 0.4, light + 0.06),
                    hsl(ground, 0.45, light - 0.06));
        }
        colour(LABEL, 0xFFFFFF);
        sunPerMilleX = 150 + next(700);
        sunPerMilleY = 150 + next(300);
        for (int wave = 0; wave < waves.length; wave++) {
            waves[wave] = next(1000);
        }
    }

    @Override
    void layOut(int width, int height) {
        this.height = height;
        sunX = width * sunPerMilleX / 1000;
        sunY = height * sunPerMilleY / 1000;
        sunRadius = Math.max(2, height / 11);
        ridges = new int[RANGES][width];
        for (int range = 0; range < RANGES; range++) {
            for (int x = 0; x < width; x++) {
                ridges[range][x] = (int) (height * ridge(range, x / (double) width));
            }
        }
        layOutLabel(width, height);
    }

    /** From the top, as a share of the height. */
    private double ridge(int range, double across) {
        int first = range * 4;
        double broad = Math.sin(across * (3 + waves[first] / 300.0) + waves[first + 1] / 150.0);
        double narrow = Math.sin(across * (9 + waves[first + 2] / 120.0) + waves[first + 3] / 150.0);
        return 0.58 + range * 0.13 + (0.09 - range * 0.02) * broad + (0.04 - range * 0.01) * narrow;
    }

    @Override
    void row(int y, byte[] cells) {
        byte sky = (byte) (SKY + Math.min(SKY_SHADES - 1, y * SKY_SHADES / Math.max(1, height * 3 / 4)));
        for (int x = 0; x < cells.length; x++) {
            cells[x] = sky;
        }
        disc(y, cells, sunRadius * 5 / 4, HALO);
        disc(y, cells, sunRadius, SUN);
        for (int range = 0; range < RANGES; range++) {
            int[] ridge = ridges[range];
            for (int x = 0; x < cells.length; x++) {
                if (y >= ridge[x]) {
                    int shade = Math.min(HILL_SHADES - 1, (y - ridge[x]) * HILL_SHADES * 3 / height);
                    cells[x] = (byte) (HILLS + range * HILL_SHADES + shade);
                }
            }
        }
        drawLabel(y, cells, LABEL);
    }

    private void disc(int y, byte[] cells, int radius, int colour) {
        int away = y - sunY;
        if (Math.abs(away) > radius) {
            return;
        }
        int half = (int) Math.sqrt(radius * radius - away * away);
        for (int x = Math.max(0, sunX - half); x <= Math.min(cells.length - 1, sunX + half); x++) {
            cells[x] = (byte) colour;
        }
    }
}
