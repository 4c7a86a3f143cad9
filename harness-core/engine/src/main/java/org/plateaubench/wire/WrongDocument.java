// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.Arrays;
import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Describes an error in a document, with the path of the field: {@code workloads[0].load.users must be a whole number}. */
public final class WrongDocument {
    private static final String MISSING = "Missing required creator property";
    /** The end of a message of the parser, with its advice about settings of the reader. */
    private static final Pattern SOURCE = Pattern.compile(" *\\([^(]* at \\[Source.*", Pattern.DOTALL);

    private WrongDocument() {}

    public static IllegalArgumentException of(JacksonException e) {
        return new IllegalArgumentException(sentence(e), e);
    }

    private static String sentence(JacksonException e) {
        Throwable cause = e.getCause();
        String path = path(e);
        return switch (e) {
            case InputCoercionException range -> path + expected(range.getTargetType());
            case StreamReadException malformed ->
                "no JSON: " + SOURCE.matcher(malformed.getOriginalMessage()).replaceFirst("");
            case InvalidTypeIdException kind -> path + "." + DocumentRules.KIND + " is unknown: " + kind.getTypeId();
            case InvalidNullException missing -> path + " is missing";
            case InvalidFormatException format -> path + expected(format.getTargetType()) + found(format.getValue());
            case UnrecognizedPropertyException unknown -> path + " is unknown";
            case MismatchedInputException mismatch ->
                path
                        + (mismatch.getOriginalMessage().startsWith(MISSING)
                                ? " is missing"
                                : expected(mismatch.getTargetType()));
            default -> path + ": " + (cause == null ? e.getOriginalMessage() : cause.getMessage());
        };
    }

    private static String path(JacksonException e) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.isEmpty() ? "the document" : path.toString();
    }

    private static String found(@Nullable Object value) {
        return ", found '" + value + "'";
    }

    private static String expected(@Nullable Class<?> type) {
        return type == null ? " is of another shape" : " must be " + words(type);
    }

    private static String words(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> DocumentRules.word((Enum<?>) constant))
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return switch (type.getSimpleName()) {
            case "int", "long", "Integer", "Long" -> "a whole number in range";
            case "double", "Double" -> "a number";
            case "boolean", "Boolean" -> "true or false";
            case "String" -> "a text";
            default -> "an object";
        };
    }
}
