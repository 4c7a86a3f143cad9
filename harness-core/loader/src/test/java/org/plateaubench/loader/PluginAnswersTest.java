// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.TelemetrySource.Sample;

/** What a plugin answers when it is asked, and what becomes of it. */
final class PluginAnswersTest {
    @Test
    void findingsThatAreNotThereAreASentenceThatNamesTheQuestion() {
        assertThatThrownBy(() -> findings(null))
                .isInstanceOf(PluginCall.Failure.class)
                .hasMessage("Preflight of 1/store failed: it did not return findings");
        assertThatThrownBy(() -> findings(Collections.singletonList(null)))
                .isInstanceOf(PluginCall.Failure.class)
                .hasMessageContaining("it did not return a finding");
    }

    @Test
    void anErrorOfAPreflightIsASentenceToo() {
        assertThatThrownBy(
                        () -> PluginCall.call("Preflight of 1/store", this, Duration.ofSeconds(5), () -> false, () -> {
                            throw new Error("no preflight today");
                        }))
                .isInstanceOf(PluginCall.Failure.class)
                .hasMessage("Preflight of 1/store failed: java.lang.Error: no preflight today");
    }

    @Test
    void longTextsAreCutAndTooManyFindingsLeftOut() throws Exception {
        List<Finding> findings = findings(Collections.nCopies(500, Finding.note("\u001b[2J" + "z".repeat(100_000))));

        assertThat(findings).hasSize(101);
        assertThat(findings.getFirst().message()).startsWith(" [2Jzzz").hasSizeLessThan(1_100);
        assertThat(findings.getLast().message()).contains("more findings");
    }

    /** A source that lies about time, as meters and hypervisors do whose clocks were never set. */
    @Test
    void aSampleOfTheFutureAndOneOlderThanAnyRunAreRefused() {
        Duration day = Duration.ofDays(1);
        assertThat(PluginAnswers.samples(List.of(power(day)))).containsExactly(power(day));
        assertThatThrownBy(() -> PluginAnswers.samples(List.of(power(Duration.ofNanos(-1)))))
                .hasMessage("its series power has a sample of the future");
        for (Duration age : List.of(day.multipliedBy(36_501), Duration.ofSeconds(Long.MAX_VALUE))) {
            assertThatThrownBy(() -> PluginAnswers.samples(List.of(power(age))))
                    .hasMessage("its series power has a sample that is older than 36500 days");
        }
    }

    private static Sample power(Duration age) {
        return new Sample("power", 250, "W", false, age);
    }

    private List<Finding> findings(@Nullable List<Finding> answer) throws Exception {
        return PluginCall.call(
                "Preflight of 1/store", this, Duration.ofSeconds(5), () -> false, () -> PluginAnswers.findings(answer));
    }
}
