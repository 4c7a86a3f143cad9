// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.util.List;
import java.util.Locale;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.calibration.Calibration;

/** The report on a client host. Immutable. */
public record HostReport(List<Figure> figures, List<Advice> advice, Expectation expectation, Document document) {
    /** Name and version of the data. */
    private static final String SCHEMA = "plateau.calibration/1";

    private static final double NANOS_PER_MICRO = 1e3;

    /** A formatted figure for display. */
    public record Figure(String name, String value) {}

    /** The report in the form of JSON, with unrounded figures. */
    public record Document(
            String schema, Object calibration, Object facts, Expectation.Fit expectation, List<Advice.Shown> advice) {}

    static HostReport of(HostObservations observed) {
        List<Advice> advice = AdviceRules.of(observed);
        Expectation expectation = Expectation.of(observed.facts(), observed.calibration());
        return new HostReport(
                figures(observed.calibration()), advice, expectation, document(observed, advice, expectation));
    }

    private static List<Figure> figures(Calibration calibration) {
        return List.of(
                new Figure(
                        "Clock",
                        String.format(
                                Locale.ROOT,
                                "%.0f ns per read, smallest step %d ns",
                                calibration.clock().readNanos(),
                                calibration.clock().stepNanos())),
                new Figure("Waits, threads", lateness(calibration.platform())),
                new Figure("Waits, virtual", lateness(calibration.virtual())),
                new Figure(
                        "Longest stall",
                        String.format(
                                Locale.ROOT,
                                "%.2f ms in %.1f s",
                                calibration.longestStallNanos() / Nanos.PER_MILLI,
                                calibration.lengthNanos() / Nanos.PER_MILLI / 1e3)));
    }

    private static String lateness(Calibration.ParkError error) {
        return String.format(
                Locale.ROOT,
                "late by p50 %s, p90 %s, p99 %s, max %s us (%d waits)",
                micros(error.p50Nanos()),
                micros(error.p90Nanos()),
                micros(error.p99Nanos()),
                micros(error.maxNanos()),
                error.count());
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.0f", nanos / NANOS_PER_MICRO);
    }

    private static Document document(HostObservations observed, List<Advice> advice, Expectation expectation) {
        return new Document(
                SCHEMA,
                observed.calibration(),
                observed.facts().toTree(),
                expectation.fit(),
                advice.stream().map(Advice::shown).toList());
    }
}
