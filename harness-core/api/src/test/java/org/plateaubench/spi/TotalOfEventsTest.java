// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.spi.TelemetrySource.Sample;

class TotalOfEventsTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void growthOfTotalIsReportedAsEvent() {
        TotalOfEvents total = new TotalOfEvents("checkpoint", Duration.ofMillis(10));

        assertThat(total.at(500, SECOND)).as("events before the first sample").isEmpty();
        assertThat(total.at(500, 2 * SECOND)).isEmpty();
        assertThat(total.at(509, 3 * SECOND)).as("too short").isEmpty();
        assertThat(total.at(759, 4 * SECOND))
                .hasValue(new Sample("checkpoint", 1250, MeasureDefinition.EVENT_UNIT, false, Duration.ZERO));
        assertThat(total.at(3, 5 * SECOND)).as("the server was restarted").isEmpty();
        assertThat(total.at(23, 6 * SECOND)).map(Sample::value).hasValue(1020.0);
    }
}
