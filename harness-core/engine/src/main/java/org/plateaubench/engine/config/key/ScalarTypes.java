// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Names;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;
import org.plateaubench.loader.NearestName;
import org.plateaubench.wire.DocumentRules;

public final class ScalarTypes {
    public static final String NAME_PATTERN = "^[a-z][A-Za-z0-9-]{0," + (Names.MAX_CHARACTERS - 1) + "}$";

    public static final String DURATION_DEFINITION = "duration";

    public static final String RATE_FORM = "a rate, such as 200/s, 12000/min or 5000/h";

    private static final Map<String, Boolean> BOOLEANS = Map.of("true", true, "false", false);

    public static final ValueType<String> TEXT =
            type("text", "text", help -> SchemaForm.typed("string", help), Scalar::text);

    /** A name, short enough for the names of files. */
    public static final ValueType<String> NAME =
            type("a name", "a name", help -> SchemaForm.pattern(help, NAME_PATTERN), ScalarTypes::name);

    public static final ValueType<Boolean> BOOLEAN = type(
            "`true`, `false`",
            "true or false",
            help -> SchemaForm.typed("boolean", help),
            scalar -> scalar.isPlain() ? BOOLEANS.get(scalar.text()) : null);

    /** The longest duration, so that sums of phases and pauses cannot overflow. */
    private static final Duration MAX_DURATION = Duration.ofHours(1000);

    private static final Duration MAX_INTERVAL = Duration.ofMinutes(1);

    public static final ValueType<Duration> DURATION = duration((duration, shown) -> "");

    public static final ValueType<Duration> DURATION_ABOVE_ZERO =
            duration((duration, shown) -> duration.isZero() ? "must be above zero" : "");

    public static final ValueType<Duration> INTERVAL = duration(ScalarTypes::flawOfInterval);

    private static final String PERCENT_PATTERN = "^\\d{1,9}(\\.\\d{1,9})?%$";
    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");
    private static final String RATE_PATTERN = "^\\d{1,12}(\\.\\d{1,9})?/(s|min|h)$";
    private static final Pattern RATE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)/(s|min|h)");

    private ScalarTypes() {}

    /** Parses a scalar; returns null if it is wrong, or throws an exception with a more specific message. */
    private interface Parser<T> {
        @Nullable
        T parse(Scalar scalar);
    }

    private static <T> ValueType<T> type(
            String words, String expected, Function<String, Map<String, Object>> form, Parser<T> parser) {
        return ValueType.of(words, form, (node, path, reading) -> {
            try {
                boolean isGiven = node instanceof Scalar scalar && !scalar.isNothing();
                T value = isGiven ? parser.parse((Scalar) node) : null;
                if (value == null) {
                    reading.mustBe(expected, node, path);
                }
                return value;
            } catch (IllegalArgumentException e) {
                reading.problem(node, path, String.valueOf(e.getMessage()));
                return null;
            }
        });
    }

    public static ValueType<String> matching(String words, String expected, String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        return type(
                words,
                expected,
                help -> SchemaForm.pattern(help, pattern),
                scalar -> compiled.matcher(scalar.text()).matches() ? scalar.text() : null);
    }

    public static <T> ValueType<List<T>> list(
            String words, String expected, ValueType<T> element, int minSize, int maxSize) {
        return ValueType.of(
                words,
                help -> SchemaForm.with(SchemaForm.list(help, element.schema(""), minSize), "maxItems", maxSize),
                (node, path, reading) -> {
                    if (!(node instanceof ConfigNode.Sequence list)
                            || list.elements().size() < minSize
                            || list.elements().size() > maxSize) {
                        reading.mustBe(expected, node, path);
                        return null;
                    }
                    List<T> result = new ArrayList<>();
                    for (int i = 0; i < list.elements().size(); i++) {
                        T read = element.read(list.elements().get(i), path + "[" + i + "]", reading);
                        if (read != null) {
                            result.add(read);
                        }
                    }
                    return result;
                });
    }

    private static String name(Scalar scalar) {
        String problem = problemOfName(scalar.text());
        if (!problem.isEmpty()) {
            throw new IllegalArgumentException(problem + ", found " + scalar.shown());
        }
        return scalar.text();
    }

    /** The problem with a name; empty if there is none. */
    public static String problemOfName(String name) {
        if (!Names.isValid(name)) {
            return "must start with a lowercase letter and hold only letters, digits and hyphens";
        }
        return name.length() <= Names.MAX_CHARACTERS
                ? ""
                : "must have at most " + Names.MAX_CHARACTERS + " characters and has " + name.length();
    }

    public static <T> ValueType<T> integer(long min, long max, LongFunction<T> factory) {
        String expected = "a whole number from " + min + " to " + max;
        return type(expected, expected, help -> SchemaForm.integer(help, min, max), scalar -> {
            boolean isWhole = INTEGER.matcher(scalar.text()).matches();
            if (!scalar.isPlain()) {
                throw new IllegalArgumentException("must be " + expected + ", found text " + scalar.shown());
            }
            long value = isWhole ? Long.parseLong(scalar.text()) : min - 1;
            return value >= min && value <= max ? factory.apply(value) : null;
        });
    }

    public static ValueType<Integer> count(int max) {
        return integer(1, max, Math::toIntExact);
    }

    public static ValueType<Double> weight(boolean mayBeZero) {
        String expected = mayBeZero ? "a number of at least 0" : "a number above 0";
        String keyword = mayBeZero ? "minimum" : "exclusiveMinimum";
        return type(
                expected, expected, help -> SchemaForm.with(SchemaForm.typed("number", help), keyword, 0), scalar -> {
                    double value = NUMBER.matcher(scalar.text()).matches() ? Double.parseDouble(scalar.text()) : -1;
                    return value > 0 || (mayBeZero && value == 0) ? value : null;
                });
    }

    public static ValueType<Double> percent() {
        String expected = "a percentage above 0%, such as 2%";
        return type("a percentage", expected, help -> SchemaForm.pattern(help, PERCENT_PATTERN), scalar -> {
            boolean isPercent = scalar.text().matches(PERCENT_PATTERN);
            String number = scalar.text().substring(0, Math.max(0, scalar.text().length() - 1));
            double value = isPercent ? Double.parseDouble(number) : 0;
            return value > 0 ? value : null;
        });
    }

    private static ValueType<Duration> duration(BiFunction<Duration, String, String> problem) {
        String expected = "a duration (" + Durations.FORM + ")";
        Parser<Duration> parser = scalar -> {
            Duration duration = parsed(scalar.text());
            String found = duration == null
                    ? ""
                    : duration.compareTo(MAX_DURATION) > 0
                            ? "must be at most " + Durations.format(MAX_DURATION) + ", found " + scalar.shown()
                            : problem.apply(duration, scalar.shown());
            if (!found.isEmpty()) {
                throw new IllegalArgumentException(found);
            }
            return duration;
        };
        return type("a duration", expected, help -> SchemaForm.reference(DURATION_DEFINITION, help), parser)
                .written(Durations::format);
    }

    private static @Nullable Duration parsed(String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String flawOfInterval(Duration duration, String shown) {
        if (duration.isZero()) {
            return "must be above zero";
        }
        boolean isWhole = duration.toNanosPart() == 0 && duration.compareTo(MAX_INTERVAL) <= 0;
        return isWhole ? "" : "must be whole seconds, at most " + Durations.format(MAX_INTERVAL) + ", found " + shown;
    }

    public static Map<String, Object> durationDefinition() {
        return SchemaForm.combined(
                "A duration: " + Durations.FORM + ".",
                "anyOf",
                List.of(
                        SchemaForm.pattern("", Durations.PATTERN),
                        SchemaForm.with(SchemaForm.typed("integer", ""), "const", 0)));
    }

    /** A rate, which is read as units per second, above 0 or at least 0. */
    public static ValueType<Double> rate(boolean mayBeZero) {
        String bound = mayBeZero ? "at least 0" : "above 0";
        return type("a rate", RATE_FORM, help -> SchemaForm.pattern(help, RATE_PATTERN), scalar -> {
            String text = scalar.text();
            Matcher matcher = RATE.matcher(text);
            double amount = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
            if (amount < 0 || (amount == 0 && !mayBeZero)) {
                boolean isNegative =
                        text.startsWith("-") && RATE.matcher(text.substring(1)).matches();
                throw new IllegalArgumentException(
                        "must be " + (isNegative ? bound : RATE_FORM + ", " + bound) + ", found " + scalar.shown());
            }
            return switch (matcher.group(2)) {
                case "s" -> amount;
                case "min" -> amount / 60;
                default -> amount / 3600;
            };
        });
    }

    /** A constant of an enum, written in lower case with hyphens. */
    public static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
        List<E> constants = Arrays.asList(type.getEnumConstants());
        List<String> all = constants.stream().map(DocumentRules::word).toList();
        String expected = "one of " + String.join(", ", all);
        String words = all.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
        return type(words, expected, help -> SchemaForm.words(help, all), scalar -> {
                    int index = all.indexOf(scalar.text());
                    if (index < 0) {
                        String hint = NearestName.hint(scalar.text(), all);
                        throw new IllegalArgumentException("must be " + expected + ", found " + scalar.shown()
                                + (hint.startsWith(", did") ? hint : ""));
                    }
                    return constants.get(index);
                })
                .written(DocumentRules::word);
    }
}
