// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Parameter;

/** Reads one value of a parameters record and collects its problems. Not thread-safe. */
final class ValueReader {
    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d{1,308}(\\.\\d{1,308})?([eE][-+]?\\d{1,3})?");
    private static final int SHOWN_LENGTH = 60;

    private final Parameter parameter;
    private final List<ParameterProblem> problems = new ArrayList<>();

    ValueReader(Parameter parameter) {
        this.parameter = parameter;
    }

    List<ParameterProblem> problems() {
        return problems;
    }

    /** Returns the value in the type of the component, or null if there is a problem. */
    @Nullable
    Object read(ValueType type, @Nullable Object raw, String path) {
        return switch (type) {
            case ValueType.ListOf list -> readList(list, raw, path);
            case ValueType.MapOf map -> readMap(map, raw, path);
            case ValueType.Tree tree ->
                raw instanceof Map<?, ?> map
                        ? canonical(map)
                        : problem(path, "must be a " + type.label() + ", found " + shown(raw));
            case ValueType.Choice choice -> readChoice(choice, raw, path);
            case ValueType.Scalar scalar -> readScalar(scalar, raw, path);
        };
    }

    private @Nullable Object readList(ValueType.ListOf type, @Nullable Object raw, String path) {
        if (!(raw instanceof List<?> elements)) {
            return problem(path, "must be a " + type.label() + ", found " + shown(raw));
        }
        List<Object> result = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            Object element = read(type.element(), elements.get(i), path + "[" + i + "]");
            if (element != null) {
                result.add(element);
            }
        }
        return Collections.unmodifiableList(result);
    }

    private @Nullable Object readMap(ValueType.MapOf type, @Nullable Object raw, String path) {
        if (!(raw instanceof Map<?, ?> entries)) {
            return problem(path, "must be a " + type.label() + ", found " + shown(raw));
        }
        Map<String, Object> result = new LinkedHashMap<>();
        entries.forEach((key, element) -> {
            Object value = read(type.element(), element, path + "." + key);
            if (value != null) {
                result.put(String.valueOf(key), value);
            }
        });
        return Collections.unmodifiableMap(result);
    }

    /** The keys in alphabetical order, and numbers, durations and constants of enums as in a plan. */
    static Map<String, Object> canonical(Map<?, ?> tree) {
        Map<String, Object> result = new TreeMap<>();
        tree.forEach((name, value) -> result.put(String.valueOf(name), plain(value)));
        return result;
    }

    static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case Integer number -> number.longValue();
            case Enum<?> constant -> ValueType.Choice.word(constant);
            case Duration duration -> Durations.format(duration);
            case List<?> list -> {
                List<@Nullable Object> result = new ArrayList<>();
                list.forEach(element -> result.add(plain(element)));
                yield result;
            }
            case Map<?, ?> map -> canonical(map);
            case null, default -> value;
        };
    }

    private @Nullable Object readChoice(ValueType.Choice type, @Nullable Object raw, String path) {
        Enum<?> constant = raw instanceof String word ? type.constant(word) : null;
        if (constant != null) {
            return constant;
        }
        String hint = raw instanceof String word ? hint(word, type.words()) : "";
        return problem(path, "must be " + type.label() + ", found " + shown(raw) + hint);
    }

    private static String hint(String word, List<String> words) {
        String hint = NearestName.hint(word, words);
        return hint.startsWith(", known") ? "" : hint;
    }

    private @Nullable Object readScalar(ValueType.Scalar type, @Nullable Object raw, String path) {
        if (raw == null || raw instanceof List<?> || raw instanceof Map<?, ?>) {
            return problem(path, "must be " + expected(type) + ", found " + shown(raw));
        }
        String text = raw.toString();
        if (type == ValueType.Scalar.TEXT) {
            return text;
        }
        if (SecretReferences.isIn(text)) {
            return problem(
                    path, "must be " + expected(type) + "; a reference such as ${env:NAME} is allowed in text only");
        }
        return switch (type) {
            case INT -> readWhole(text, path, Integer.MIN_VALUE, Integer.MAX_VALUE, true);
            case LONG -> readWhole(text, path, Long.MIN_VALUE, Long.MAX_VALUE, false);
            case DOUBLE -> readNumber(text, path);
            case BOOLEAN -> readBoolean(text, path);
            case DURATION -> readDuration(text, path);
            case TEXT -> text;
        };
    }

    private static String expected(ValueType.Scalar type) {
        return switch (type) {
            case INT, LONG -> "a whole number";
            case DOUBLE -> "a number";
            case BOOLEAN, TEXT -> type.label();
            case DURATION -> "a duration (" + Durations.FORM + ")";
        };
    }

    private @Nullable Object readWhole(String text, String path, long minimum, long maximum, boolean isInt) {
        if (!WHOLE.matcher(text).matches()) {
            return problem(path, "must be a whole number, found " + shown(text));
        }
        long value = Long.parseLong(text);
        if (value < minimum || value > maximum) {
            return problem(path, "must be a whole number from " + minimum + " to " + maximum + ", found " + text);
        }
        if (!isInRange((double) value, text, path, "")) {
            return null;
        }
        return isInt ? (Object) (int) value : (Object) value;
    }

    private @Nullable Object readNumber(String text, String path) {
        double value = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return problem(path, "must be a number, found " + shown(text));
        }
        return isInRange(value, text, path, "") ? (Object) value : null;
    }

    private @Nullable Object readBoolean(String text, String path) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> problem(path, "must be true or false, found " + shown(text));
        };
    }

    private @Nullable Object readDuration(String text, String path) {
        try {
            Duration value = Durations.parse(text);
            return isInRange(value.toNanos() / 1e6, text, path, "ms") ? value : null;
        } catch (IllegalArgumentException e) {
            return problem(path, "must be a duration (" + Durations.FORM + "), found " + shown(text));
        }
    }

    private boolean isInRange(double value, String text, String path, String boundUnit) {
        double min = parameter.min();
        double max = parameter.max();
        if (value >= min && value <= max) {
            return true;
        }
        String range = Double.isInfinite(max)
                ? "at least " + number(min) + boundUnit
                : Double.isInfinite(min)
                        ? "at most " + number(max) + boundUnit
                        : "from " + number(min) + boundUnit + " to " + number(max) + boundUnit;
        problem(path, "must be " + range + ", found " + text);
        return false;
    }

    private static String number(double bound) {
        return new BigDecimal(Double.toString(bound)).stripTrailingZeros().toPlainString();
    }

    private @Nullable Object problem(String path, String message) {
        problems.add(new ParameterProblem(path, false, message));
        return null;
    }

    /** The text of a given value in messages, truncated because it may be hostile. */
    static String shown(@Nullable Object raw) {
        if (raw == null) {
            return "nothing";
        }
        if (raw instanceof List<?>) {
            return "a list";
        }
        if (raw instanceof Map<?, ?>) {
            return "a mapping";
        }
        String text = raw.toString();
        return text.length() <= SHOWN_LENGTH ? "'" + text + "'" : "'" + text.substring(0, SHOWN_LENGTH) + "...'";
    }
}
