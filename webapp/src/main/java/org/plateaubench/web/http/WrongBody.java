// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Describes, for a user, the errors of a body that is not the JSON that a route expects. */
final class WrongBody {
    private static final int MOST_SHOWN = 60;
    private static final Pattern COERCED = Pattern.compile("^Cannot coerce \\w+ value \\((.*)\\) to ", Pattern.DOTALL);

    private WrongBody() {}

    /** Returns a problem of status 422 with the position of the error and the allowed values. */
    static Problem problem(JacksonException e) {
        TokenStreamLocation place = e.getLocation();
        boolean located = place != null && place.getLineNr() > 0;
        return Problem.wrongInput(
                "The body does not have the form that this route requires.",
                Problem.Detail.at(
                        path(e.getPath()),
                        located ? place.getLineNr() : 0,
                        located ? place.getColumnNr() : 0,
                        message(e)));
    }

    private static String message(JacksonException e) {
        return switch (e) {
            case UnrecognizedPropertyException unknown ->
                "'" + unknown.getPropertyName() + "' is unknown; known: " + known(unknown.getKnownPropertyIds());
            case InvalidFormatException wrong ->
                "must be " + allowed(wrong.getTargetType()) + ", found " + shown(wrong.getValue());
            case InputCoercionException wrong -> "must be " + allowed(wrong.getTargetType()) + ", within its range";
            case MismatchedInputException wrong ->
                "must be " + allowed(wrong.getTargetType()) + coerced(wrong.getOriginalMessage());
            default -> firstLine(e.getOriginalMessage());
        };
    }

    private static String known(@Nullable Collection<Object> names) {
        return names == null
                ? ""
                : names.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
    }

    private static String allowed(@Nullable Class<?> type) {
        if (type == null) {
            return "another kind of value";
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(constant -> Documents.word((Enum<?>) constant))
                            .collect(Collectors.joining(", "));
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (List.of(int.class, Integer.class, long.class, Long.class).contains(type)) {
            return "a whole number";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a number";
        }
        if (type == Instant.class) {
            return "an instant such as 2026-11-25T12:00:00Z";
        }
        if (CharSequence.class.isAssignableFrom(type)) {
            return "text";
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : objectOrOther(type);
    }

    private static String objectOrOther(Class<?> type) {
        return type.isRecord() || Map.class.isAssignableFrom(type) ? "an object" : "another kind of value";
    }

    /** Returns the value of a wrong kind, which only the message contains. */
    private static String coerced(String message) {
        Matcher found = COERCED.matcher(message);
        if (!found.find()) {
            return "";
        }
        String value = found.group(1);
        boolean isText = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return ", found " + cut(isText ? text(value.substring(1, value.length() - 1)) : value);
    }

    private static String shown(@Nullable Object value) {
        return cut(value instanceof CharSequence ? text(value) : String.valueOf(value));
    }

    private static String text(Object value) {
        return "text '" + value + "'";
    }

    private static String cut(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "...";
    }

    /** Returns the first line: the later ones, and names in it, concern our own classes. */
    private static String firstLine(String message) {
        String line = message.lines().findFirst().orElse("");
        return line.replaceAll("`?(?:java|org\\.plateaubench|tools\\.jackson)\\.[\\w.$<>\\[\\]]*[.$](\\w+)>?`?", "$1");
    }

    private static String path(List<JacksonException.Reference> references) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference reference : references) {
            if (reference.getPropertyName() != null) {
                path.append(path.isEmpty() ? "" : ".").append(reference.getPropertyName());
            } else {
                path.append('[').append(reference.getIndex()).append(']');
            }
        }
        return path.toString();
    }
}
