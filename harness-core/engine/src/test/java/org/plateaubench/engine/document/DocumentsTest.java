// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.DataPolicy;

/** The rules of {@link Documents}, each on a small record, and on stored documents that were damaged. */
class DocumentsTest {
    private static final String GOOD = """
            {"name":"a","count":3,"level":0.5,"at":"2026-01-31T23:59:59Z","data":"reuse","rows":[{"number":1}]}""";

    @NullMarked
    private record Row(long number) {}

    @NullMarked
    private record Sample(
            String name,
            int count,
            double level,
            Instant at,
            DataPolicy data,
            List<Row> rows,
            @Nullable String note,
            @JsonInclude(Include.NON_EMPTY) Map<String, Long> more,
            @JsonInclude(Include.NON_EMPTY) Duration delay) {}

    private static Sample read(String text) {
        return Documents.read(text, Sample.class);
    }

    @Test
    void missingOptionalFieldsAreNullEmptyOrZero() {
        Sample sample = read(GOOD);
        assertThat(sample.note()).isNull();
        assertThat(sample.more()).isEmpty();
        assertThat(sample.delay()).isZero();
        assertThat(Documents.line(sample)).isEqualTo(GOOD.replace("]}", "],\"note\":null}"));
        assertThat(read(GOOD.replace("\"a\"", "\"a\",\"note\":null,\"more\":null,\"added\":[1]")))
                .isEqualTo(sample);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "name":"a",            |                      | name is missing
            "a"                    | null                 | name is missing
            "a"                    | 5                    | name must be a text
            3                      | 3.0                  | count must be a whole number in range, found '3.0'
            3                      | 9999999999           | count must be a whole number in range
            3                      | "3"                  | count must be a whole number in range
            0.5                    | "x"                  | level must be a number
            2026-01-31T23          | 31                   | at: Text '31:59:59Z' could not be parsed at index 0
            reuse                  | keep                 | data must be one of reuse, reset, reload, found 'keep'
            "reuse"                | 0                    | data must be one of reuse, reset, reload
            [{"number":1}]         | {}                   | rows must be a list
            [{"number":1}]         | [{"number":1},7]     | rows[1] must be an object
            {"number":1}           | {"number":true}      | rows[0].number must be a whole number in range
            {"number":1}           | null                 | rows[0] is missing
            "name":"a"             | "name":"a","name":"" | no JSON: Duplicate Object property "name"
            }]}                    | }]}]                 | no JSON: Unexpected close marker
            """)
    void invalidFieldIsNamedWithItsPlace(String piece, @Nullable String other, String problem) {
        assertThat(GOOD).contains(piece);
        assertThatThrownBy(() -> read(GOOD.replace(piece, other == null ? "" : other)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(problem)
                .hasMessageNotContaining("[Source");
    }

    @Test
    void documentMustBeAJsonObject() {
        assertThatThrownBy(() -> read("[]")).hasMessage("the document must be an object");
        assertThatThrownBy(() -> read("")).hasMessage("the document must be an object");
        assertThatThrownBy(() -> read("null")).hasMessage("the document must be an object");
        assertThatThrownBy(() -> Documents.parse("[]")).hasMessage("the document is JSON, but not an object");
    }

    @Test
    void nonFiniteNumbersAreWrittenAsNull() {
        assertThat(Documents.line(Map.of("value", Double.NaN))).isEqualTo("{\"value\":null}");
        assertThat(Documents.line(List.of(Double.POSITIVE_INFINITY, 1.0, 1e-7))).isEqualTo("[null,1.0,1.0E-7]");
    }
}
