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

    private List<Finding> findings(@Nullable List<Finding> answer) throws Exception {
        return PluginCall.call(
                "Preflight of 1/store", this, Duration.ofSeconds(5), () -> false, () -> PluginAnswers.findings(answer));
    }
}
