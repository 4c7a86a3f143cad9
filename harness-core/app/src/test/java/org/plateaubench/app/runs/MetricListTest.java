// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.app.runs.MetricList.Metric;
import org.plateaubench.app.runs.MetricsPush.OtlpDocument;
import org.plateaubench.app.runs.MetricsPush.OtlpSettings;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.series.RunTotals;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The metrics of a run, as a receiver of OpenTelemetry gets them. */
final class MetricListTest {
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final long MILLI = 1_000_000;

    private static List<Metric> metrics(RunTotals totals) {
        MetricList metrics = new MetricList();
        metrics.addRun(Map.of("run", "r1"), totals);
        return metrics.all();
    }

    private static RunTotals totals() {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValueWithCount(MILLI, 2);
        histogram.recordValueWithCount(90_000 * MILLI, 1);
        LineInterval line = new LineInterval(
                "login",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                new LineInterval.Counts(5, 3, 0, 2, 0, 0, 3, 0, 0),
                Map.of("timeout", 2L),
                Map.of(),
                new Times(histogram, 90_002 * MILLI, MILLI, 90_000 * MILLI, 0),
                null,
                null);
        WorkloadInterval workload = new WorkloadInterval(
                1,
                "store",
                List.of(line),
                List.of(),
                new WorkloadInterval.Levels(8, 1, 0, 0),
                ScheduleInterval.UNKNOWN,
                Map.of(),
                Map.of());
        RunTotals totals = new RunTotals();
        totals.interval(new StoredInterval(
                "local",
                4,
                0,
                1_000 * MILLI,
                Delivery.ON_TIME,
                false,
                List.of(workload),
                new AgentHealth(5 * MILLI, 0, 0.5, 0.5, 7, 1)));
        return totals;
    }

    @Test
    void openTelemetryDocumentHasTotalsAndBuckets() {
        Map<String, Object> document = OtlpDocument.of("r1", metrics(totals()), START, START.plusSeconds(2));
        Map<String, Object> tree = Documents.parse(Documents.line(document));
        assertThat(tree.toString())
                .contains("name=plateau.operations, description=Ends of operations, by outcome., unit=, sum=")
                .contains("isMonotonic=true", "asDouble=3.0", "name=plateau.agent.stall", "asDouble=0.005")
                .contains("count=3, sum=90.002, bucketCounts=[0, 0, 0, 2, 0,")
                .contains("startTimeUnixNano=1796032800000000000, timeUnixNano=1796032802000000000");
    }

    @Test
    void settingsAreReadFromEnvironment() {
        OtlpSettings settings = OtlpSettings.of(Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://otel.lab:4318/",
                        "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20a+b%2Cc, x=1",
                        "OTEL_METRIC_EXPORT_INTERVAL", "5000")::get)
                .orElseThrow();
        assertThat(settings.endpoint()).hasToString("http://otel.lab:4318/v1/metrics");
        assertThat(settings.headers()).isEqualTo(Map.of("authorization", "Bearer a+b,c", "x", "1"));
        assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(OtlpSettings.of(name -> null)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_METRIC_EXPORT_INTERVAL, 0, write milliseconds",
        "OTEL_EXPORTER_OTLP_HEADERS, s3cret, is broken",
        "OTEL_EXPORTER_OTLP_HEADERS, a=s3cret%, is broken",
        "OTEL_EXPORTER_OTLP_ENDPOINT, otel.lab:4318, is not an address",
        "OTEL_EXPORTER_OTLP_ENDPOINT, http://s3cret@otel.lab, is not an address",
    })
    void aWrongVariableIsNamedAndItsSecretIsNot(String name, String value, String sentence) {
        Map<String, String> variables = name.endsWith("ENDPOINT")
                ? Map.of(name, value)
                : Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1", name, value);
        assertThatThrownBy(() -> OtlpSettings.of(variables::get))
                .hasMessageStartingWith(name)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining("s3cret");
    }
}
