// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.measure.interval.LineInterval;

/**
 * An operation, unit or observed series of a workload, or all its operations, in a window. Its figures follow from
 * {@link OperationColumns}.
 *
 * @param lowerBound names of the figures that fall among censored times: only their lower bound is known
 * @param lowResolution names of the percentiles that fewer than 10 samples exceed
 * @param harnessShare the harness's own lag as a share of a time (measurement rule M24), by name of the figure: 0 for
 *     no lag, above 1 if the whole workload's lag is longer than an operation's times; empty if not measured on
 *     operations
 * @param limitedByHarness names of the times of which the lag is more than a tenth
 */
public record LineResult(
        String name,
        LineInterval.Kind kind,
        Map<String, Number> figures,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> lowerBound,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> lowResolution,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Double> harnessShare,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> limitedByHarness,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> errorsByClass,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> declinedByReason,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable MixShare mix,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @JsonProperty("qos")
        List<LimitResult> limits) {
    public static final String ALL = "all";

    /** The share among all operations, or units, of a workload. */
    public record MixShare(double target, @Nullable Double achieved) {}

    public static LineResult of(LineTotals line, HarnessLag lag, @Nullable MixShare mix, List<LimitResult> limits) {
        Map<String, Number> figures = new LinkedHashMap<>();
        List<String> lowerBound = new ArrayList<>();
        List<String> lowResolution = new ArrayList<>();
        Map<String, Double> shares = new LinkedHashMap<>();
        for (Figure figure : OperationColumns.ALL) {
            Figure.Value value = figure.value(line.totals());
            if (value != null) {
                String name = figure.name();
                figures.put(name, figure.number(value));
                addIf(value.lowerBound(), lowerBound, name);
                addIf(value.lowResolution(), lowResolution, name);
                Double share = lag.share(figure, value.number());
                if (share != null) {
                    shares.put(name, share);
                }
            }
        }
        return new LineResult(
                line.name(),
                line.kind(),
                figures,
                lowerBound,
                lowResolution,
                shares,
                shares.entrySet().stream()
                        .filter(share -> share.getValue() > HarnessLag.LIMITED)
                        .map(Map.Entry::getKey)
                        .toList(),
                line.totals().errorsByClass(),
                line.totals().declinedByReason(),
                mix,
                limits);
    }

    private static void addIf(boolean condition, List<String> names, String name) {
        if (condition) {
            names.add(name);
        }
    }

    public Figure.@Nullable Value value(Figure figure) {
        Number number = figures.get(figure.name());
        return number == null
                ? null
                : new Figure.Value(
                        number.doubleValue(),
                        lowerBound.contains(figure.name()),
                        lowResolution.contains(figure.name()));
    }

    public @Nullable Double number(Figure figure) {
        Number number = figures.get(figure.name());
        return number == null ? null : Double.valueOf(number.doubleValue());
    }

    public long count(Figure figure) {
        return figures.getOrDefault(figure.name(), 0).longValue();
    }

    public double rate(Figure figure) {
        return figures.getOrDefault(figure.name(), 0).doubleValue();
    }

    public @Nullable Double harnessShare(Figure figure) {
        return harnessShare.get(figure.name());
    }

    public boolean isLimited(Figure figure) {
        return limitedByHarness.contains(figure.name());
    }

    public boolean hasLimitedTimes() {
        return OperationColumns.in(Figure.Section.RESPONSE_TIMES).stream().anyMatch(this::isLimited);
    }

    /**
     * A limit with its result.
     *
     * @param met whether the limit was met; null when it was not tested
     * @param isHidden whether the time is below the precision of the harness, so that the result is unknown
     */
    public record LimitResult(
            QosLimit limit,
            @Nullable Double value,
            boolean lowerBound,
            @Nullable Boolean met,
            @Nullable String untested,
            @Nullable Double lagMs,
            boolean isHidden) {
        public static LimitResult tested(QosLimit limit, @Nullable Double value, boolean lowerBound, boolean met) {
            return new LimitResult(limit, value, lowerBound, met, null, null, false);
        }

        public static LimitResult untested(QosLimit limit, @Nullable Double value, String reason) {
            return new LimitResult(limit, value, false, null, reason, null, false);
        }

        /** The same result with the harness's own lag in the time that the limit bounds, in milliseconds. */
        public LimitResult withLag(double lag) {
            return new LimitResult(limit, value, lowerBound, met, untested, lag, isHidden);
        }

        public LimitResult hidden(String reason) {
            return new LimitResult(limit, value, lowerBound, null, reason, lagMs, true);
        }

        public String valueText(String ifUnknown) {
            return value == null
                    ? ifUnknown
                    : (lowerBound ? "at least " : "")
                            + Figures.text(value, limit.bound(), limit.metric().unit());
        }

        record Row(
                String metric,
                @Nullable Double percentile,
                String operator,
                double bound,
                String unit,
                @Nullable Double value,
                boolean lowerBound,
                @Nullable Boolean met,
                @Nullable String untested,
                @Nullable Double lagMs) {}

        @JsonValue
        Row row() {
            return new Row(
                    limit.metricName(),
                    limit.metric() == QosLimit.Metric.PERCENTILE ? limit.percentile() : null,
                    limit.operator().sign(),
                    limit.bound(),
                    limit.metric().unit(),
                    value,
                    lowerBound,
                    met,
                    untested,
                    lagMs);
        }
    }
}
