// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The standard variables of OpenTelemetry. */
final class OtlpSettingsTest {
    @Test
    void theAddressOfAllSignalsIsExtendedAndThatOfMetricsIsNot() {
        assertThat(OtlpSettings.of(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://otel.lab:4318/")::get)
                        .orElseThrow()
                        .endpoint())
                .hasToString("http://otel.lab:4318/v1/metrics");
        OtlpSettings settings = OtlpSettings.of(Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://otel.lab:4318",
                        "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "https://metrics.lab/in",
                        "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20a+b%2Cc, x=1",
                        "OTEL_EXPORTER_OTLP_METRICS_TIMEOUT", "1500",
                        "OTEL_METRIC_EXPORT_INTERVAL", "5000",
                        "OTEL_RESOURCE_ATTRIBUTES", "service.name=lab,team=bench")::get)
                .orElseThrow();
        assertThat(settings.endpoint()).hasToString("https://metrics.lab/in");
        assertThat(settings.headers()).isEqualTo(Map.of("authorization", "Bearer a+b,c", "x", "1"));
        assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.resource()).isEqualTo(Map.of("service.name", "lab", "team", "bench"));
        assertThat(settings.toString()).doesNotContain("Bearer");
    }

    @Test
    void nothingIsPushedWhereNoReceiverIsNamedOrItIsForbidden() {
        assertThat(OtlpSettings.of(name -> null)).isEmpty();
        assertThat(OtlpSettings.of(
                        Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1", "OTEL_SDK_DISABLED", "true")::get))
                .isEmpty();
        assertThat(OtlpSettings.of(
                        Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1", "OTEL_METRICS_EXPORTER", "none")::get))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_PROTOCOL, grpc, are pushed as http/json only",
        "OTEL_EXPORTER_OTLP_TIMEOUT, soon, write milliseconds",
        "OTEL_METRIC_EXPORT_INTERVAL, 0, write milliseconds",
        "OTEL_EXPORTER_OTLP_HEADERS, s3cret, has a part without a name",
        "OTEL_EXPORTER_OTLP_HEADERS, a=s3cret%, has a percent sign",
        "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, otel.lab:4318, is not an address",
        "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT, http://s3cret@otel.lab, has a user in it",
    })
    void aWrongVariableIsNamedAndItsSecretIsNot(String name, String value, String sentence) {
        Map<String, String> variables = name.endsWith("METRICS_ENDPOINT")
                ? Map.of(name, value)
                : Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1", name, value);
        assertThatThrownBy(() -> OtlpSettings.of(variables::get))
                .hasMessageStartingWith(name)
                .hasMessageContaining(sentence)
                .hasMessageNotContaining("s3cret");
    }
}
