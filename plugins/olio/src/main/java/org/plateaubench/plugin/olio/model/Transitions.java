// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

import static org.plateaubench.plugin.olio.model.OlioOperation.ADD_EVENT;
import static org.plateaubench.plugin.olio.model.OlioOperation.ADD_PERSON;
import static org.plateaubench.plugin.olio.model.OlioOperation.EVENT_DETAIL;
import static org.plateaubench.plugin.olio.model.OlioOperation.HOME_PAGE;
import static org.plateaubench.plugin.olio.model.OlioOperation.LOGIN;
import static org.plateaubench.plugin.olio.model.OlioOperation.PERSON_DETAIL;
import static org.plateaubench.plugin.olio.model.OlioOperation.TAG_SEARCH;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.plateaubench.api.Mix;

/**
 * How likely each operation follows each other one, in percent: the matrix that the drivers of Olio for PHP, Rails and
 * Java share. A user begins with the home page.
 */
public final class Transitions {
    private static final Map<OlioOperation, double[]> PERCENT = Map.of(
            HOME_PAGE, new double[] {0, 11, 52, 36, 0, 1, 0},
            LOGIN, new double[] {0, 0, 60, 20, 0, 0, 20},
            TAG_SEARCH, new double[] {21, 6, 41, 31, 0, 1, 0},
            EVENT_DETAIL, new double[] {72, 21, 0, 0, 6, 1, 0},
            PERSON_DETAIL, new double[] {52, 6, 0, 31, 11, 0, 0},
            ADD_PERSON, new double[] {0, 0, 0, 0, 100, 0, 0},
            ADD_EVENT, new double[] {0, 0, 0, 100, 0, 0, 0});

    private Transitions() {}

    /** Percent with which each operation, by ordinal, follows the one given. */
    public static double[] after(OlioOperation operation) {
        return PERCENT.get(operation).clone();
    }

    /** The matrix as the harness takes it. */
    public static Mix.Matrix mix() {
        return new Mix.Matrix(
                OlioOperation.titles(),
                Arrays.stream(OlioOperation.values()).map(Transitions::row).toList());
    }

    private static List<Double> row(OlioOperation from) {
        return DoubleStream.of(after(from)).boxed().toList();
    }
}
