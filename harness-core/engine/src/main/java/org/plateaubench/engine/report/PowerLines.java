// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.result.PowerResult;

/**
 * Writes a sentence about power and efficiency for each place of measurement and part of the run. Stateless; any
 * thread.
 */
final class PowerLines {
    private PowerLines() {}

    static List<String> of(@Nullable PowerResult power) {
        List<String> lines = new ArrayList<>();
        for (PowerResult.Total total : power == null ? List.<PowerResult.Total>of() : power.totals()) {
            for (PowerResult.TotalStretch part : total.stretches()) {
                PowerResult.Efficiency figures = part.figures();
                String where = (part.name().isEmpty() ? "" : "period " + part.name() + ", ")
                        + (total.at().equals("wall") ? "at the wall" : "in components") + " ("
                        + String.join(", ", total.measures()) + "): ";
                lines.add(where + (figures == null ? "void. " + part.voidedBy() : text(figures)));
            }
        }
        return lines;
    }

    private static String text(PowerResult.Efficiency figures) {
        Double perJoule = figures.operationsPerJoule();
        Double score = figures.scorePerKilowatt();
        return "mean " + Figures.text(figures.meanWatts(), "W") + ", energy " + Figures.text(figures.joules(), "J")
                + " ± " + Figures.text(figures.uncertaintyJoules(), "J") + " ("
                + Figures.text(figures.uncertaintyPercent(), "%")
                + ")"
                + (perJoule == null ? "" : ", " + Figures.text(perJoule, "operations per joule"))
                + (score == null ? "" : ", score per kW " + Figures.text(score))
                + ".";
    }
}
