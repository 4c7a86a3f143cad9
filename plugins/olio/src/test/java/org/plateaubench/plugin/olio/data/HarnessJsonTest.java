// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HarnessJsonTest {
    @Test
    void writtenValuesAreReadBack() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("text", "a \"quoted\" \\ line\nand\ttab\u0001, ünïcode {}");
        values.put("empty", "");
        values.put("whole", -12L);
        values.put("broken", 1.5e-7);
        values.put("truth", true);
        Map<String, String> read = HarnessJson.read(HarnessJson.write(values));
        assertThat(read.keySet()).containsExactlyElementsOf(values.keySet());
        values.forEach((key, value) -> assertThat(read).containsEntry(key, String.valueOf(value)));
        assertThat(HarnessJson.write(values)).doesNotContain("\n");
        assertThat(HarnessJson.read(" { } ")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "}", "[]", "{\"a\":{}}", "{\"a\":null}", "{\"a\":1} x"})
    void malformedTextIsRefused(String text) {
        assertThatThrownBy(() -> HarnessJson.read(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void settingsAreReadBackAndSecretsNotPrinted() {
        ApplicationSettings settings = new ApplicationSettings(
                "127.0.0.1", 8080, "data", "jdbc:h2:mem:x", "me", "open \"sesame\"", 7, "tok en");
        assertThat(ApplicationSettings.parse(settings.toLine())).isEqualTo(settings);
        assertThat(settings.toString()).doesNotContain("sesame", "tok en");
        assertThat(ApplicationSettings.parse("{}").databaseUrl()).isEmpty();
    }
}
