// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.plateaubench.app.runs.MetricList;
import org.plateaubench.app.runs.MetricList.Metric;

/** Metrics in the text format of Prometheus 0.0.4. Stateless and thread-safe. */
final class PrometheusText {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final Map<String, String> UNITS = Map.of("", "", "s", "_seconds", "By", "_bytes", "1", "_ratio");

    private PrometheusText() {}

    static String of(List<Metric> metrics) {
        StringBuilder text = new StringBuilder();
        metrics.forEach(metric -> append(text, metric));
        return text.toString();
    }

    private static void append(StringBuilder text, Metric metric) {
        String family = "plateau_" + metric.name().replace('.', '_') + UNITS.get(metric.unit());
        String sample = family
                + switch (metric.type()) {
                    case TOTAL -> "_total";
                    case INFO -> "_info";
                    case LEVEL, TIMES -> "";
                };
        text.append("# HELP ").append(sample).append(' ').append(metric.help()).append(".\n");
        text.append("# TYPE ")
                .append(sample)
                .append(' ')
                .append(type(metric.type()))
                .append('\n');
        for (Metric.Point point : metric.points()) {
            if (point.buckets() == null) {
                line(text, sample, point.labels(), number(point.value()));
            } else {
                append(text, family, point, point.buckets());
            }
        }
    }

    private static String type(Metric.Type type) {
        return switch (type) {
            case TOTAL -> "counter";
            case LEVEL, INFO -> "gauge";
            case TIMES -> "histogram";
        };
    }

    private static void append(StringBuilder text, String family, Metric.Point point, Metric.Buckets buckets) {
        long upTo = 0;
        for (int i = 0; i < buckets.counts().size(); i++) {
            upTo += buckets.counts().get(i);
            String end = i < buckets.endSeconds().size()
                    ? number(buckets.endSeconds().get(i))
                    : "+Inf";
            line(text, family + "_bucket", MetricList.labels(point.labels(), "le", end), Long.toString(upTo));
        }
        line(text, family + "_count", point.labels(), Long.toString(upTo));
        line(text, family + "_sum", point.labels(), number(point.value()));
    }

    private static void line(StringBuilder text, String name, Map<String, String> labels, String value) {
        text.append(name).append(labels.isEmpty() ? "" : labels(labels)).append(' ');
        text.append(value).append('\n');
    }

    private static String labels(Map<String, String> labels) {
        StringJoiner text = new StringJoiner(",", "{", "}");
        labels.forEach((name, value) -> text.add(
                name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\""));
        return text.toString();
    }

    /** A number in full, never in the form 1.0E9, in which an instant would not be exact. */
    private static String number(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
                : "NaN";
    }
}
