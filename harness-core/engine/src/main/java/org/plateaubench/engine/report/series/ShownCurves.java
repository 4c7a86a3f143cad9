// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.List;
import org.plateaubench.measure.interval.LineInterval;

public record ShownCurves(List<Workload> workloads) {
    public record Workload(int tile, String name, List<Line> operations) {}

    /** The curves of an operation, unit or series: pairs of percentile and milliseconds, of response and of service times. */
    public record Line(
            String name,
            LineInterval.Kind kind,
            long count,
            long censored,
            List<List<Double>> curve,
            List<List<Double>> serviceCurve) {}
}
