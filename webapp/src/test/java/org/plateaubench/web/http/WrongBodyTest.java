// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;

/** The messages name what is allowed, and nothing of the library or of our classes. */
class WrongBodyTest {
    private record Part(int count) {}

    private enum Colour {
        RED,
        BLUE
    }

    private record Input(
            @Nullable Integer days,
            @Nullable Boolean isOn,
            @Nullable String name,
            @Nullable Instant at,
            @Nullable Colour colour,
            @Nullable List<Part> parts,
            @Nullable Part part,
            double share) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"days": 1.5}               | days           | must be a whole number, found 1.5
        {"days": "1"}               | days           | must be a whole number, found text '1'
        {"days": true}              | days           | must be a whole number
        {"days": {"a": 1}}          | days           | must be a whole number
        {"days": 99999999999}       | days           | must be a whole number, within its range
        {"isOn": "yes"}             | isOn           | must be true or false, found text 'yes'
        {"isOn": 1}                 | isOn           | must be true or false, found 1
        {"name": 7}                 | name           | must be text, found 7
        {"name": ["a"]}             | name           | must be text
        {"at": "soon"}              | at             | must be an instant such as 2026-11-25T12:00:00Z, found text 'soon'
        {"colour": "green"}         | colour         | must be one of red, blue, found text 'green'
        {"parts": 7}                | parts          | must be a list
        {"parts": [{"count": ""}]}  | parts[0].count | must be a whole number, found text ''
        {"parts": [{"count": null}]}| parts[0].count | must be a whole number
        {"part": 7}                 | part           | must be an object
        {"share": "half"}           | share          | must be a number, found text 'half'
        {"other": 1}                | other          | 'other' is unknown; known: at, colour, days, isOn, name, part, parts, share
        """, quoteCharacter = '~')
    void eachMessageSaysWhatIsAllowedAndWhatWasFound(String body, String path, String message) {
        JacksonException refused =
                catchThrowableOfType(JacksonException.class, () -> Json.mapper().readValue(body, Input.class));
        Problem.Detail detail = WrongBody.problem(refused).details().getFirst();
        assertThat(detail.path()).isEqualTo(path);
        assertThat(detail.message()).isEqualTo(message);
    }

    @Test
    void whatAMessageNamesIsAccepted() {
        for (String named : List.of("red", "blue")) {
            assertThat(Json.mapper()
                            .readValue("{\"share\": 1, \"colour\": \"" + named + "\"}", Input.class)
                            .colour())
                    .isEqualTo(Colour.valueOf(named.toUpperCase(Locale.ROOT)));
        }
    }
}
