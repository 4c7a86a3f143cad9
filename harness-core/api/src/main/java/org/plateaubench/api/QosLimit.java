// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A limit that an operation must meet, written {@code p95 < 500ms}, {@code errors < 0.1%} or {@code rate > 100/s}.
 *
 * @param metric the bounded metric
 * @param percentile percentile in (0, 100), only for {@link Metric#PERCENTILE}, else 0
 * @param operator {@code <}, {@code <=}, {@code >} or {@code >=}
 * @param bound the bound in the unit of the metric: milliseconds, percent, or per second
 */
public record QosLimit(Metric metric, double percentile, Operator operator, double bound) {
    private static final Pattern FORM = Pattern.compile(
            "\\s*(p(?<percentile>\\d{1,2}(?:[._]\\d{1,4})?)|mean|max|errors|declined|rate)\\s*(?<operator><=?|>=?)\\s*"
                    + "(?<bound>\\d+(?:\\.\\d+)?)\\s*(?<unit>us|ms|s|min|%|/s|/min)\\s*");

    /** The forms that {@link #parse} accepts, for messages. */
    public static final String FORMS =
            "'p95 < 500ms', 'mean < 20ms', 'max < 2s', 'errors < 0.1%', 'declined < 3%' or 'rate > 100/s'";

    /** The quantity that a limit bounds. */
    public enum Metric {
        /** A percentile of response time, milliseconds. */
        PERCENTILE("ms"),
        /** Mean response time, milliseconds. */
        MEAN("ms"),
        /** Greatest response time, milliseconds. */
        MAX("ms"),
        /** Share of operations that failed, were abandoned or dropped, percent. */
        ERRORS("%"),
        /** Share of operations that were declined, percent. */
        DECLINED("%"),
        /** Successful ends in the window per second. */
        RATE("/s");

        private final String unit;

        Metric(String unit) {
            this.unit = unit;
        }

        /** Unit of bound and value. */
        public String unit() {
            return unit;
        }

        /** Whether the metric is a time, so that delays of the harness can break its bound. */
        public boolean isTime() {
            return unit.equals("ms");
        }
    }

    /** The required relation of value and bound. */
    public enum Operator {
        LESS("<"),
        AT_MOST("<="),
        MORE(">"),
        AT_LEAST(">=");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        /** The operator as written in a run file. */
        public String sign() {
            return sign;
        }

        /** Whether the value meets the bound. */
        public boolean holds(double value, double bound) {
            return switch (this) {
                case LESS -> value < bound;
                case AT_MOST -> value <= bound;
                case MORE -> value > bound;
                case AT_LEAST -> value >= bound;
            };
        }
    }

    /** Whether this is an upper bound. */
    public boolean isUpper() {
        return operator == Operator.LESS || operator == Operator.AT_MOST;
    }

    /**
     * Reads a limit.
     *
     * @throws IllegalArgumentException if the text is not a limit; the message contains the allowed forms
     */
    public static QosLimit parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("limit '" + text + "' is not one of the forms " + FORMS);
        }
        String name = matcher.group(1);
        String number = matcher.group("percentile");
        Metric metric = number == null ? Metric.valueOf(name.toUpperCase(Locale.ROOT)) : Metric.PERCENTILE;
        double percentile = number == null ? 0 : Double.parseDouble(number.replace('_', '.'));
        if (metric == Metric.PERCENTILE && !(percentile > 0 && percentile < 100)) {
            throw new IllegalArgumentException("limit '" + text + "' needs a percentile between 0 and 100");
        }
        double bound = inUnitOf(metric, new BigDecimal(matcher.group("bound")), matcher.group("unit"), text);
        Operator operator = Stream.of(Operator.values())
                .filter(each -> each.sign().equals(matcher.group("operator")))
                .findFirst()
                .orElseThrow();
        return new QosLimit(metric, percentile, operator, bound);
    }

    /** Times are scaled as decimals, so that the result is the double nearest to the written limit. */
    private static double inUnitOf(Metric metric, BigDecimal bound, String unit, String text) {
        String base = unit.startsWith("/") ? "/s" : unit.equals("%") ? "%" : "ms";
        if (!base.equals(metric.unit())) {
            throw new IllegalArgumentException("limit '" + text + "' has the unit " + unit + ", allowed are " + FORMS);
        }
        return switch (unit) {
            case "us" -> bound.movePointLeft(3).doubleValue();
            case "s" -> bound.movePointRight(3).doubleValue();
            case "min" -> bound.multiply(BigDecimal.valueOf(60_000)).doubleValue();
            case "/min" -> bound.doubleValue() / 60;
            default -> bound.doubleValue();
        };
    }

    /** Name of the bounded metric, such as {@code p95} or {@code errors}. */
    public String metricName() {
        if (metric != Metric.PERCENTILE) {
            return metric.name().toLowerCase(Locale.ROOT);
        }
        return "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
    }

    /** The limit as {@link #parse} reads it, in the metric's own unit. */
    @Override
    public String toString() {
        return metricName() + " " + operator.sign() + " "
                + BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString() + metric.unit();
    }
}
