// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.metric;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Metrics in the text format of Prometheus 0.0.4, or in that of OpenMetrics 1.0, which has exemplars. Stateless; any
 * thread.
 */
public enum PrometheusText {
    PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
    OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

    /** Characters of names and values of the labels of one exemplar, by OpenMetrics 1.0; a scrape with more is refused. */
    private static final int MAX_CHARACTERS = 128;

    private static final Map<String, String> UNITS = Map.of("", "", "s", "_seconds", "By", "_bytes", "1", "_ratio");
    private static final double MILLIS = 1e3;

    private final String contentType;

    PrometheusText(String contentType) {
        this.contentType = contentType;
    }

    public static PrometheusText accepted(String accept) {
        return accept.contains("application/openmetrics-text") ? OPEN_METRICS : PROMETHEUS;
    }

    public String contentType() {
        return contentType;
    }

    public String of(List<Metric> metrics) {
        StringBuilder text = new StringBuilder();
        metrics.forEach(metric -> append(text, metric));
        return this == OPEN_METRICS ? text.append("# EOF\n").toString() : text.toString();
    }

    private void append(StringBuilder text, Metric metric) {
        String family = "plateau_" + metric.name().replace('.', '_') + UNITS.get(metric.unit());
        String sample = family
                + switch (metric.type()) {
                    case TOTAL -> "_total";
                    case INFO -> "_info";
                    case LEVEL, TIMES -> "";
                };
        String head = this == OPEN_METRICS ? family : sample;
        text.append("# HELP ").append(head).append(' ').append(metric.help()).append(".\n");
        text.append("# TYPE ")
                .append(head)
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

    private String type(Metric.Type type) {
        return switch (type) {
            case TOTAL -> "counter";
            case LEVEL -> "gauge";
            case TIMES -> "histogram";
            case INFO -> this == OPEN_METRICS ? "info" : "gauge";
        };
    }

    private void append(StringBuilder text, String family, Metric.Point point, Metric.Buckets buckets) {
        long upTo = 0;
        for (int i = 0; i < buckets.counts().size(); i++) {
            upTo += buckets.counts().get(i);
            String end = i < buckets.endSeconds().size()
                    ? number(buckets.endSeconds().get(i))
                    : "+Inf";
            Metric.Exemplar exemplar = buckets.exemplars().get(i);
            line(
                    text,
                    family + "_bucket",
                    MetricList.labels(point.labels(), "le", end),
                    upTo + (exemplar == null || this == PROMETHEUS ? "" : exemplar(point, exemplar)));
        }
        line(text, family + "_count", point.labels(), Long.toString(upTo));
        line(text, family + "_sum", point.labels(), number(point.value()));
    }

    private static String exemplar(Metric.Point point, Metric.Exemplar exemplar) {
        Map<String, String> labels = new TreeMap<>(exemplar.labels());
        labels.put("run", point.labels().getOrDefault("run", ""));
        int characters = labels.entrySet().stream()
                .mapToInt(label -> label.getKey().length() + label.getValue().length())
                .sum();
        return characters > MAX_CHARACTERS
                ? ""
                : " # " + labels(labels) + " " + number(exemplar.seconds()) + " "
                        + number(exemplar.at().toEpochMilli() / MILLIS);
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
