// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import org.plateaubench.api.KeyedRandom;

/** The draw of a row, from 1 to the number of rows. Immutable; any thread. */
abstract class RowDraw {
    private final int rows;

    private RowDraw(int rows) {
        this.rows = rows;
    }

    /**
     * Draws a row.
     *
     * @param key key of the draws of the operation
     * @param purpose constant of the caller, which is also the index of the draw
     */
    final int draw(long key, int purpose) {
        return 1 + Math.min(rows - 1, (int) (rows * at(KeyedRandom.key(key, purpose))));
    }

    /** Draws a place, in [0, 1). */
    abstract double at(long key);

    private static double uniform(long key, int index) {
        return KeyedRandom.toUnit(KeyedRandom.bits(key, 0, index));
    }

    /** Returns the mean of uniform draws, which is nearly normal around the middle. */
    private static double bell(long key, int draws) {
        double sum = 0;
        for (int i = 0; i < draws; i++) {
            sum += uniform(key, i);
        }
        return sum / draws;
    }

    static RowDraw of(OltpParameters parameters) {
        int rows = parameters.rows();
        return switch (parameters.distribution()) {
            case UNIFORM ->
                new RowDraw(rows) {
                    @Override
                    double at(long key) {
                        return uniform(key, 0);
                    }
                };
            case GAUSSIAN ->
                new RowDraw(rows) {
                    @Override
                    double at(long key) {
                        return bell(key, parameters.iterations());
                    }
                };
            case SPECIAL -> special(parameters);
            case PARETO -> {
                // With h = 0.2, 80 % of the draws are among the first 20 % of the rows.
                double power = Math.log(parameters.paretoShare()) / Math.log(1 - parameters.paretoShare());
                yield new RowDraw(rows) {
                    @Override
                    double at(long key) {
                        return Math.pow(uniform(key, 0), power);
                    }
                };
            }
            case ZIPFIAN -> new Zipfian(rows, parameters.zipfianExponent());
        };
    }

    /** Most draws are among a few rows in the middle, the others around them. */
    private static RowDraw special(OltpParameters parameters) {
        double share = parameters.specialDraws() / 100.0;
        double width = parameters.specialRows() / 100.0;
        return new RowDraw(parameters.rows()) {
            @Override
            double at(long key) {
                double place = bell(key, parameters.iterations());
                return uniform(key, -1) < share ? 0.5 + (place - 0.5) * width : place;
            }
        };
    }

    /**
     * Row n has a probability proportional to n to the power of the negative exponent. The draw inverts the distribution
     * approximately, with one uniform number (Gray and others, Quickly Generating Billion-Record Synthetic Databases,
     * 1994).
     */
    private static final class Zipfian extends RowDraw {
        private static final int SUMMED = 10_000;

        private final int rows;
        private final double exponent;
        private final double zeta;
        private final double alpha;
        private final double eta;

        Zipfian(int rows, double exponent) {
            super(rows);
            this.rows = rows;
            this.exponent = exponent;
            zeta = zeta(rows, exponent);
            alpha = 1 / (1 - exponent);
            eta = (1 - Math.pow(2.0 / rows, 1 - exponent)) / (1 - zeta(2, exponent) / zeta);
        }

        /** Returns the sum of the terms 1 to n, of which the later ones are integrated. */
        private static double zeta(int n, double exponent) {
            double sum = 0;
            int summed = Math.min(n, SUMMED);
            for (int i = 1; i <= summed; i++) {
                sum += Math.pow(i, -exponent);
            }
            double rest = (Math.pow(n, 1 - exponent) - Math.pow(summed, 1 - exponent)) / (1 - exponent);
            return sum + rest + (Math.pow(n, -exponent) - Math.pow(summed, -exponent)) / 2;
        }

        @Override
        double at(long key) {
            double uniform = uniform(key, 0);
            double scaled = uniform * zeta;
            if (scaled < 1) {
                return 0;
            }
            // The middle of the row, which no rounding moves to another one.
            return scaled < 1 + Math.pow(0.5, exponent)
                    ? 1.5 / rows
                    : Math.min(Math.pow(eta * uniform - eta + 1, alpha), 1 - 0.5 / rows);
        }
    }
}
