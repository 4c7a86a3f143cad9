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
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The query parameters of a request, read strictly: parameters that the route does not {@linkplain RouteTable#get name}
 * and values out of bounds are refused. Not thread-safe.
 */
public final class Query {
    private static final String READ = "plateau.query";

    private final Map<String, List<String>> parameters;

    private Query(Map<String, List<String>> parameters) {
        this.parameters = parameters;
    }

    /** Returns the parameters of a request; Problem 422 when the route names none and there is one. */
    public static Query of(Context context) {
        Query read = context.attribute(READ);
        return read == null ? read(context, List.of()) : read;
    }

    /** Reads the parameters of a request; Problem 422 when there is one that the route does not know. */
    static Query read(Context context, List<String> known) {
        Map<String, List<String>> given = new LinkedHashMap<>(context.queryParamMap());
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw wrong(
                        name,
                        known.isEmpty()
                                ? "is unknown; this route takes none"
                                : "is unknown; known: " + String.join(", ", new TreeSet<>(known)));
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
    public Optional<Long> number(String name, long minimum, long maximum) {
        return parsed(name, "a whole number", Long::valueOf, minimum, maximum);
    }

    public int number(String name, int minimum, int maximum, int defaultValue) {
        return number(name, minimum, maximum).map(Long::intValue).orElse(defaultValue);
    }

    /** Returns a number within bounds, both inclusive. */
    public Optional<Double> decimal(String name, double minimum, double maximum) {
        return parsed(name, "a number", Double::valueOf, minimum, maximum);
    }

    private <N extends Comparable<N>> Optional<N> parsed(
            String name, String kind, Function<String, N> parser, N minimum, N maximum) {
        return text(name).map(text -> {
            N value;
            try {
                value = parser.apply(text.strip());
            } catch (NumberFormatException e) {
                throw wrong(name, "'" + text + "' is not " + kind);
            }
            if (value.compareTo(minimum) < 0 || value.compareTo(maximum) > 0) {
                throw wrong(name, "must be between " + minimum + " and " + maximum);
            }
            return value;
        });
    }

    /** Returns an instant in ISO 8601. */
    public Optional<Instant> instant(String name) {
        return text(name).map(text -> {
            try {
                return Instant.parse(text);
            } catch (DateTimeException e) {
                throw wrong(name, "'" + text + "' is not an instant such as 2026-01-31T12:00:00Z");
            }
        });
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
