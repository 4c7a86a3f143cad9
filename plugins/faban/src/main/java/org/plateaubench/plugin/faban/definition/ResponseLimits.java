// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.definition;

import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.api.QosLimit;
import org.plateaubench.plugin.faban.archive.UnsupportedDriver;

/** The limits of an operation. */
final class ResponseLimits {
    private static final Pattern PERCENTILE =
            Pattern.compile("\\s*(\\d{1,2}(?:\\.\\d{1,4})?)\\s*(?:th|st|nd|rd)?\\s*%?\\s*");
    private static final double MAX_90TH = 90;

    private ResponseLimits() {}

    static List<QosLimit> of(BenchmarkDriver driver, BenchmarkOperation operation, String place)
            throws UnsupportedDriver {
        double[] bounds = operation.percentileLimits();
        if (bounds.length > 0 && bounds.length != driver.percentiles().length) {
            throw new UnsupportedDriver(
                    place + " has " + bounds.length + " percentileLimits, and @BenchmarkDriver names "
                            + driver.percentiles().length + " percentiles.",
                    "Give as many of both.");
        }
        if (!isLimit(operation.max90th()) || !Arrays.stream(bounds).allMatch(ResponseLimits::isLimit)) {
            throw new UnsupportedDriver(
                    place + " has a limit of response times that is negative or no number.",
                    "Give a time, or 0 for no limit.");
        }
        List<QosLimit> limits = new ArrayList<>();
        add(limits, MAX_90TH, operation.max90th(), driver);
        for (int i = 0; i < bounds.length; i++) {
            add(limits, percentile(driver.percentiles()[i]), bounds[i], driver);
        }
        return limits;
    }

    private static boolean isLimit(double bound) {
        return bound >= 0 && Double.isFinite(bound);
    }

    /** Adds a limit; 0 means no limit. */
    private static void add(List<QosLimit> limits, double percentile, double bound, BenchmarkDriver driver) {
        if (bound > 0) {
            double millis = BigDecimal.valueOf(bound)
                    .multiply(BigDecimal.valueOf(driver.responseTimeUnit().toNanos(1)))
                    .movePointLeft(6)
                    .doubleValue();
            limits.add(new QosLimit(QosLimit.Metric.PERCENTILE, percentile, QosLimit.Operator.AT_MOST, millis));
        }
    }

    private static double percentile(String text) throws UnsupportedDriver {
        Matcher matcher = PERCENTILE.matcher(text);
        if (!matcher.matches() || Double.parseDouble(matcher.group(1)) <= 0) {
            throw new UnsupportedDriver(
                    "The percentile '" + text + "' of @BenchmarkDriver is not a number between 0 and 100.",
                    "Correct" + " it.");
        }
        return Double.parseDouble(matcher.group(1));
    }
}
