// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.faban.driver.Timing;
import org.junit.jupiter.api.Test;

/** The bounds and the length of an operation's timed section. */
final class TimedSectionTest {
    private final TimedSection section = new TimedSection();

    @Test
    void singleRequestIsTimed() {
        section.begin(Timing.AUTO);
        section.requestStarts(10);
        section.requestEnds(25);

        assertThat(section.missing()).isEmpty();
        assertThat(section.startNanos(99)).isEqualTo(10);
        assertThat(section.lengthNanos()).isEqualTo(15);
    }

    @Test
    void timeBetweenRequestsIsExcluded() {
        section.begin(Timing.AUTO);
        section.requestStarts(10);
        section.requestEnds(20);
        section.requestStarts(120);
        section.requestEnds(123);
        section.requestStarts(200);
        section.requestEnds(201);

        assertThat(section.lengthNanos()).isEqualTo(14);
    }

    @Test
    void autoTimingNeedsACompleteResponse() {
        section.begin(Timing.AUTO);
        assertThat(section.missing()).contains("without a complete response");
        section.requestStarts(10);
        assertThat(section.missing()).contains("without a complete response");
        section.requestEnds(11);
        section.requestStarts(12);
        assertThat(section.missing()).contains("without a complete response");
    }

    @Test
    void manualTimingUsesRecordedTimes() {
        section.begin(Timing.MANUAL);
        section.record(10);
        assertThat(section.missing()).contains("recordTime()");
        section.record(30);
        section.record(45);

        assertThat(section.missing()).isEmpty();
        assertThat(section.lengthNanos()).as("the last call ends it").isEqualTo(35);
    }

    @Test
    void recordTimeEndsPause() {
        section.begin(Timing.MANUAL);
        section.record(10);
        section.pause(20);
        section.pause(30);
        section.record(50);
        section.record(60);

        assertThat(section.lengthNanos()).isEqualTo(20);
    }

    @Test
    void autoTimingRefusesRecordTime() {
        section.begin(Timing.AUTO);
        assertThatThrownBy(() -> section.record(1)).hasMessageContaining("Timing.MANUAL");
        section.end();
        section.requestStarts(5);
        assertThat(section.missing()).contains("without a complete response");
    }
}
