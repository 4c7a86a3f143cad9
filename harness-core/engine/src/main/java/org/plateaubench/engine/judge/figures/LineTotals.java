// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.List;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.measure.interval.LineInterval;

/**
 * The totals of an operation, unit or series in a window, or of several combined.
 *
 * @param longestFailingNanos longest time without a success in which an attempt failed; 0 for several lines
 */
public record LineTotals(String name, LineInterval.Kind kind, Totals totals, long longestFailingNanos) {
    public static LineTotals sum(String name, LineInterval.Kind kind, List<LineTotals> parts) {
        Totals sum = new Totals(parts.isEmpty() ? 0 : parts.getFirst().totals.seconds());
        parts.forEach(part -> sum.add(part.totals));
        return new LineTotals(name, kind, sum, 0);
    }
}
