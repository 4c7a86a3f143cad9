// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.StoredCalibration;
import org.plateaubench.measure.calibration.Calibration;

/**
 * The report on a client host. Immutable.
 *
 * @param figures measured figures in words
 * @param advice advice, and what is in order
 * @param expectation what it can be used for
 * @param tree the same as plain data
 */
public record HostReport(
        List<Figure> figures, List<Advice> advice, Expectation expectation, Map<String, @Nullable Object> tree) {
    /** Name and version of the data. */
    private static final String SCHEMA = "plateau.calibration/1";

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;

    /** A figure for a person. */
    public record Figure(String name, String value) {}

    public HostReport {
        figures = List.copyOf(figures);
        advice = List.copyOf(advice);
    }

    static HostReport of(HostLook look) {
        List<Advice> advice = AdviceRules.of(look);
        Expectation expectation = Expectation.of(look.facts(), look.calibration());
        return new HostReport(figures(look.calibration()), advice, expectation, tree(look, advice, expectation));
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
                                calibration.longestStallNanos() / NANOS_PER_MILLI,
                                calibration.lengthNanos() / NANOS_PER_MILLI / 1e3)));
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

    private static Map<String, @Nullable Object> tree(HostLook look, List<Advice> advice, Expectation expectation) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("schema", SCHEMA);
        tree.put("calibration", StoredCalibration.of(look.calibration()));
        tree.put("facts", look.facts().toTree());
        Map<String, @Nullable Object> expected = new LinkedHashMap<>();
        expected.put("fitForStandard", expectation.standard());
        expected.put("fitForDev", expectation.dev());
        expected.put("operationsPerSecond", expectation.operationsPerSecond());
        expected.put("threadUsers", expectation.threadUsers());
        expected.put("users", expectation.users());
        tree.put("expectation", expected);
        tree.put("advice", advice.stream().map(Advice::toTree).toList());
        return tree;
    }
}
