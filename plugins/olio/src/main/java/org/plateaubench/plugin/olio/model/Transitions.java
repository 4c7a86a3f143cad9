// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.plateaubench.api.Mix;

/**
 * The probabilities of each next operation, in percent: the matrix shared by all drivers of Olio. A user begins
 * with the home page.
 */
public final class Transitions {
    private Transitions() {}

    /** Returns the percentages of the next operations, in their order, after the given one. */
    public static double[] after(OlioOperation operation) {
        return switch (operation) {
            case HOME_PAGE -> new double[] {0, 11, 52, 36, 0, 1, 0};
            case LOGIN -> new double[] {0, 0, 60, 20, 0, 0, 20};
            case TAG_SEARCH -> new double[] {21, 6, 41, 31, 0, 1, 0};
            case EVENT_DETAIL -> new double[] {72, 21, 0, 0, 6, 1, 0};
            case PERSON_DETAIL -> new double[] {52, 6, 0, 31, 11, 0, 0};
            case ADD_PERSON -> new double[] {0, 0, 0, 0, 100, 0, 0};
            case ADD_EVENT -> new double[] {0, 0, 0, 100, 0, 0, 0};
        };
    }

    public static Mix.Matrix mix() {
        return new Mix.Matrix(
                OlioOperation.titles(),
                Arrays.stream(OlioOperation.values()).map(Transitions::row).toList());
    }

    private static List<Double> row(OlioOperation from) {
        return DoubleStream.of(after(from)).boxed().toList();
    }
}
