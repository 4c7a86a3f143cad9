// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Finding;
import org.plateaubench.scenario.tree.Section;

/** Conditions, JSON paths and regular expressions on texts. */
final class ConditionsTest {
    private static final String JSON = """
            {"count": 3, "price": 1.50, "none": null, "items": [{"id": "a"}, {"name": "x.y"}, {"id": "b", "é": "ü"}],
             "odd name": {"$": true}}""";

    private final List<Finding> problems = new ArrayList<>();
    private final Section section = Section.of(Map.of(), "scenario", problems);
    private final Scope scope = new Scope();

    @ParameterizedTest
    @CsvSource({
        "3, 3, true",
        "3, 3.0, true",
        "3, == 4, false",
        "3, != 4, true",
        "10, > 9, true",
        "10, >= 10.0, true",
        "-1, < 0, true",
        "1.5, <= 1.49, false",
        "ten, > 9, false",
        "'an error page', contains error, true",
        "page 17, matches page \\d+, true",
        "'', '', true",
        "1234567890123456789012, > 1, true"
    })
    void conditionsCompareNumbersAsNumbersAndTextsAsTexts(String text, String condition, boolean holds)
            throws StepFailure {
        Comparison comparison = Comparison.compile(condition, scope, section, "check");

        assertThat(comparison.holds(text, new Values(0, 1, scope.initialValues(), 0, 1, 0)))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "$.count|3",
                "$.price|1.50",
                "$.none|null",
                "$.items[0].id|a",
                "$['items'][1].name|x.y",
                "$.items[*].name|x.y",
                "$.items[2]|{\"id\": \"b\", \"é\": \"ü\"}",
                "$.items[2].é|ü",
                "$.items.length()|3",
                "$[\"odd name\"].$|true",
                "$.items[3].id|",
                "$.count.id|",
                "$.missing|"
            })
    void pathsFindValues(String path, @Nullable String value) throws StepFailure {
        assertThat(find(path, JSON)).isEqualTo(value);
    }

    @Test
    void unsupportedJsonPathsAreRefused() {
        for (String path : List.of("count", "$..id", "$.items[?(@.id)]", "$.", "$.length().id")) {
            assertThat(JsonPath.compile(path, section, "json")).as(path).isNull();
        }
        assertThat(problems).hasSize(5);
    }

    @Test
    void invalidJsonIsAnError() {
        assertThatThrownBy(() -> find("$.a[0]", "{\"a\": [1, 2")).hasMessageStartingWith("the answer is not JSON");
        assertThatThrownBy(() -> find("$.a", "<html>")).hasMessageStartingWith("the answer is not JSON");
        assertThatThrownBy(() -> find("$.a", "[".repeat(100_000))).hasMessageStartingWith("the answer is not JSON");
    }

    private @Nullable String find(String path, String json) throws StepFailure {
        byte[] bytes = ("xx" + json).getBytes(StandardCharsets.UTF_8);
        JsonPath compiled = JsonPath.compile(path, section, "json");
        assertThat(compiled).isNotNull();
        return compiled.find(bytes, 2, bytes.length - 2);
    }

    @Test
    void firstRegexGroupIsExtracted() throws StepFailure {
        assertThat(pattern("no (\\d+)").find("order no 17, no 18")).isEqualTo("17");
        assertThat(pattern("\\d+").find("order no 17")).isEqualTo("17");
        assertThat(pattern("x(y)?").find("x")).isNull();
        assertThat(pattern("z").find("order")).isNull();
    }

    @Test
    void catastrophicBacktrackingIsStopped() {
        assertThatThrownBy(() -> pattern("(.*,){20}x").find(",".repeat(60))).hasMessageContaining("takes too long");
        assertThatThrownBy(() -> pattern("(a|b)*c").find("ab".repeat(200_000))).hasMessageContaining("takes too long");
    }

    private BoundedPattern pattern(String expression) {
        BoundedPattern pattern = BoundedPattern.compile(expression, section, "regex");
        assertThat(pattern).isNotNull();
        return pattern;
    }
}
