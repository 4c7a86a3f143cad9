// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of a time series as it is shown. Pure functions. */
final class ShownColumn {
    private static final double THOUSANDTHS = 1_000;
    private static final double EXACT_BELOW = 1e12;

    private ShownColumn() {}

    /** The values of a column, null where a value is missing. */
    static List<@Nullable Double> of(double[] values) {
        List<@Nullable Double> column = new ArrayList<>(values.length);
        for (double value : values) {
            column.add(Double.isFinite(value) ? Double.valueOf(shown(value)) : null);
        }
        return column;
    }

    /** Thousandths are finer than a screen can show, and halve the size of the data for a browser. */
    private static double shown(double value) {
        return Math.abs(value) < 1 || Math.abs(value) >= EXACT_BELOW
                ? value
                : Math.round(value * THOUSANDTHS) / THOUSANDTHS;
    }
}
