// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The query parameters of a request, read strictly: parameters that the route does not {@linkplain RouteTable#get name}
 * and values out of bounds are refused. One thread.
 */
public final class Query {
    /** Longest value, characters; longer than any sensible one. */
    private static final int MAXIMUM_LENGTH = 1_000;

    /** Most values of one parameter, more than any route accepts. */
    private static final int MAXIMUM_VALUES = 200;

    private static final String READ = "plateau.query";
    private static final Pattern YEAR = Pattern.compile("[0-9]{4}-");

    private final Map<String, List<String>> parameters;

    private Query(Map<String, List<String>> parameters) {
        this.parameters = parameters;
    }

    /**
     * Returns the parameters of a request.
     *
     * @throws Problem 422 when the route names none and there is one
     */
    public static Query of(Context context) {
        Query read = context.attribute(READ);
        return read == null ? read(context, List.of()) : read;
    }

    /**
     * Reads the parameters of a request.
     *
     * @param known every name the route knows
     * @throws Problem 422 when there is an unknown one
     */
    static Query read(Context context, List<String> known) {
        Map<String, List<String>> given = new LinkedHashMap<>(context.queryParamMap());
        for (Map.Entry<String, List<String>> parameter : given.entrySet()) {
            if (!known.contains(parameter.getKey())) {
                throw wrong(
                        parameter.getKey(),
                        known.isEmpty()
                                ? "is unknown; there are none here"
                                : "is unknown; known: " + String.join(", ", new TreeSet<>(known)));
            }
            if (parameter.getValue().size() > MAXIMUM_VALUES
                    || parameter.getValue().stream().anyMatch(value -> value.length() > MAXIMUM_LENGTH)) {
                throw wrong(parameter.getKey(), "is too long");
            }
        }
        Query query = new Query(given);
        context.attribute(READ, query);
        return query;
    }

    /** Returns every value of a parameter that may be repeated, without empty ones. */
    public List<String> texts(String name) {
        return parameters.getOrDefault(name, List.of()).stream()
                .filter(value -> !value.isBlank())
                .toList();
    }

    /** Returns a text; empty when it is missing or blank. */
    public Optional<String> text(String name) {
        List<String> values = texts(name);
        if (values.size() > 1) {
            throw wrong(name, "is given more than once");
        }
        return values.stream().findFirst();
    }

    /** Returns a whole number within bounds, both inclusive. */
    public OptionalLong number(String name, long minimum, long maximum) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long value = Long.parseLong(text.get().strip());
            if (value >= minimum && value <= maximum) {
                return OptionalLong.of(value);
            }
        } catch (NumberFormatException e) {
            throw wrong(name, "'" + text.get() + "' is not a whole number");
        }
        throw wrong(name, "must be between " + minimum + " and " + maximum);
    }

    /** Returns a whole number within bounds, or a default. */
    public int number(String name, int minimum, int maximum, int otherwise) {
        return (int) number(name, minimum, maximum).orElse(otherwise);
    }

    /** Returns a number within bounds, both inclusive. */
    public OptionalDouble decimal(String name, double minimum, double maximum) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            double value = Double.parseDouble(text.get().strip());
            if (value >= minimum && value <= maximum) {
                return OptionalDouble.of(value);
            }
        } catch (NumberFormatException e) {
            throw wrong(name, "'" + text.get() + "' is not a number");
        }
        throw wrong(name, "must be between " + minimum + " and " + maximum);
    }

    /** Returns an instant in ISO 8601, of a year with four digits. */
    public Optional<Instant> instant(String name) {
        return text(name).map(text -> {
            try {
                if (YEAR.matcher(text).lookingAt()) {
                    return Instant.parse(text);
                }
            } catch (DateTimeException e) {
                throw noInstant(name, text);
            }
            throw noInstant(name, text);
        });
    }

    private static Problem noInstant(String name, String text) {
        return wrong(name, "'" + text + "' is not an instant such as 2026-01-31T12:00:00Z");
    }

    /** Returns one of several words. */
    public Optional<String> choice(String name, List<String> choices) {
        return text(name).map(text -> {
            if (!choices.contains(text)) {
                throw wrong(name, "must be one of " + String.join(", ", choices));
            }
            return text;
        });
    }

    /** Returns several of the allowed words; each parameter holds one or more, separated by commas. */
    public List<String> choices(String name, List<String> choices) {
        List<String> words = new ArrayList<>();
        for (String text : texts(name)) {
            for (String word : text.split(",", -1)) {
                if (!choices.contains(word)) {
                    throw wrong(name, "must be one of " + String.join(", ", choices));
                }
                words.add(word);
            }
        }
        return words;
    }

    private static Problem wrong(String name, String message) {
        return Problem.wrongInput(
                "The query parameter '" + name + "' " + message + ".", Problem.Detail.of(name, message));
    }
}
