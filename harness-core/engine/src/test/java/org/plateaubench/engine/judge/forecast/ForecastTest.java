// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;

final class ForecastTest {
    private static Forecast forecast(boolean certain, Severity severity, @Nullable Double number, String message) {
        return new Forecast(
                certain, new Reason(Rule.LIMIT, severity, Scope.workload(1, "cache"), number, number, "ms", message));
    }

    @Test
    void theFormInFilesHasTheNumbersThatThereAre() {
        Map<String, Object> words = Map.of(
                "certainty",
                "likely",
                "verdict",
                "fail",
                "rule",
                "limit",
                "scope",
                "1/cache",
                "unit",
                "ms",
                "message",
                "Slow.");
        assertThat(Documents.tree(forecast(false, Severity.FAIL, null, "Slow.").foreseen()))
                .isEqualTo(words);
        assertThat(Documents.tree(forecast(false, Severity.FAIL, 2.5, "Slow.").foreseen()))
                .containsAllEntriesOf(words)
                .containsEntry("value", 2.5)
                .containsEntry("bound", 2.5)
                .hasSize(words.size() + 2);
        assertThat(Documents.tree(
                        forecast(true, Severity.INVALID, null, "Slow.").foreseen()))
                .containsEntry("certainty", "certain")
                .containsEntry("verdict", "invalid");
    }

    @Test
    void whatIsForeseenAlikeIsSaidOnce() {
        assertThat(Forecast.sentences(List.of(
                        forecast(true, Severity.INVALID, null, "A."),
                        forecast(false, Severity.FAIL, null, "B."),
                        forecast(false, Severity.FAIL, null, "C."))))
                .isEqualTo(
                        "It is certain that this run will be invalid. A. It is likely that this run will fail. B. C.");
    }
}
