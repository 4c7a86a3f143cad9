// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.app.runs.MetricsPush.OtlpSettings;

/** The standard variables of OpenTelemetry. */
final class OtlpSettingsTest {
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
