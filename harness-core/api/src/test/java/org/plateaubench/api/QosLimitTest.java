// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits: one text form, read and written. */
final class QosLimitTest {

    @ParameterizedTest
    @CsvSource({
        "p95 < 500ms, p95 < 500ms",
        "p99.9<=2s, p99.9 <= 2000ms",
        "p99_9 < 1.5s, p99.9 < 1500ms",
        "mean < 250us, mean < 0.25ms",
        "max < 1min, max < 60000ms",
        "max < 9us, max < 0.009ms",
        "mean < 1.001s, mean < 1001ms",
        "errors < 0.1%, errors < 0.1%",
        "declined <= 3%, declined <= 3%",
        "rate > 100/s, rate > 100/s",
        "rate >= 60/min, rate >= 1/s"
    })
    void everyFormIsReadAndWrittenInItsOwnUnit(String text, String canonical) {
        QosLimit limit = QosLimit.parse(text);
        assertThat(limit).hasToString(canonical);
        assertThat(QosLimit.parse(limit.toString())).isEqualTo(limit);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p95",
                "p95 500ms",
                "p95 < 500",
                "p95 << 3ms",
                "p0 < 1ms",
                "p100 < 1ms",
                "errors < 1ms",
                "rate > 5",
                "rate > 5%",
                "mean < 3/s",
                "p95 < -1ms",
                "latency < 1ms",
                "p95 < 500ms or so"
            })
    void malformedLimitIsRefused(String text) {
        assertThatThrownBy(() -> QosLimit.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit '" + text + "'");
    }

    @Test
    void strictAndInclusiveBoundsDiffer() {
        assertThat(QosLimit.Operator.LESS.holds(1, 1)).isFalse();
        assertThat(QosLimit.Operator.AT_MOST.holds(1, 1)).isTrue();
        assertThat(QosLimit.Operator.MORE.holds(1, 1)).isFalse();
        assertThat(QosLimit.Operator.AT_LEAST.holds(1, 1)).isTrue();
        assertThat(QosLimit.parse("p95 < 500ms").bound()).isCloseTo(500, within(0.0));
    }
}
