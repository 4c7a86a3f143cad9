// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import java.util.function.LongToDoubleFunction;
import org.plateaubench.api.KeyedRandom;

/** Draws a row, from 1 to the number of rows, by a function from a key to a position in [0, 1). Immutable. */
record RowDraw(int rows, LongToDoubleFunction position) {
    private static final int GAUSSIAN_DRAWS = 12;
    private static final double SPECIAL_DRAWS = 0.75;
    private static final double SPECIAL_ROWS = 0.01;
    private static final double PARETO_POWER = Math.log(0.2) / Math.log(0.8);
    private static final double EXPONENT = 0.8;
    /** Terms of the sum of a Zipfian distribution that are added up; the others are integrated. */
    private static final int SUMMED_TERMS = 10_000;

    /** Draws a row. The key comes from the operation's draws, and the purpose is the number of the draw. */
    int draw(long key, int purpose) {
        return 1 + Math.min(rows - 1, (int) (rows * position.applyAsDouble(KeyedRandom.key(key, purpose))));
    }

    static RowDraw of(OltpParameters parameters) {
        int rows = parameters.rows();
        return new RowDraw(
                rows,
                switch (parameters.distribution()) {
                    case UNIFORM -> RowDraw::uniform;
                    case GAUSSIAN -> RowDraw::gaussian;
                    case SPECIAL -> RowDraw::special;
                    case PARETO -> RowDraw::pareto;
                    case ZIPFIAN -> zipfian(rows);
                });
    }

    private static double uniform(long key) {
        return KeyedRandom.toUnit(KeyedRandom.bits(key, 0, 0));
    }

    /** Returns the mean of uniform draws, whose distribution is nearly normal around the middle. */
    private static double gaussian(long key) {
        double sum = 0;
        for (int i = 0; i < GAUSSIAN_DRAWS; i++) {
            sum += KeyedRandom.toUnit(KeyedRandom.bits(key, 1, i));
        }
        return sum / GAUSSIAN_DRAWS;
    }

    /** Returns mostly a position of a few rows in the middle, otherwise one around them. */
    private static double special(long key) {
        double position = gaussian(key);
        return uniform(key) < SPECIAL_DRAWS ? 0.5 + (position - 0.5) * SPECIAL_ROWS : position;
    }

    /** The first 20 % of the rows get 80 % of the draws. */
    private static double pareto(long key) {
        return Math.pow(uniform(key), PARETO_POWER);
    }

    /**
     * Row n has a probability proportional to n to the power of -0.8. The draw inverts the distribution
     * approximately, with one uniform number (Gray and others, Quickly Generating Billion-Record Synthetic Databases,
     * 1994).
     */
    private static LongToDoubleFunction zipfian(int rows) {
        double zeta = zeta(rows);
        double eta = (1 - Math.pow(2.0 / rows, 1 - EXPONENT)) / (1 - zeta(2) / zeta);
        double second = 1 + Math.pow(0.5, EXPONENT);
        return key -> {
            double uniform = uniform(key);
            if (uniform * zeta < second) {
                // The middle of the row, so that rounding does not result in another row.
                return (uniform * zeta < 1 ? 0.5 : 1.5) / rows;
            }
            return Math.min(Math.pow(eta * uniform - eta + 1, 1 / (1 - EXPONENT)), 1 - 0.5 / rows);
        };
    }

    private static double zeta(int n) {
        double sum = 0;
        int summed = Math.min(n, SUMMED_TERMS);
        for (int i = 1; i <= summed; i++) {
            sum += Math.pow(i, -EXPONENT);
        }
        double rest = (Math.pow(n, 1 - EXPONENT) - Math.pow(summed, 1 - EXPONENT)) / (1 - EXPONENT);
        return sum + rest + (Math.pow(n, -EXPONENT) - Math.pow(summed, -EXPONENT)) / 2;
    }
}
