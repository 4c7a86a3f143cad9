// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Names;
import org.plateaubench.engine.config.ConfigNode.Scalar;
import org.plateaubench.loader.NearestName;

/** Reads single values. Each method returns null for no node, and null with a problem for a wrong one. */
final class ScalarReader {
    /** The form of a rate, for messages. */
    static final String RATE_FORM = "a rate, such as 200/s, 12000/min or 5000/h";

    /** The form of a rate as a regular expression. */
    static final String RATE_PATTERN = "^\\d{1,12}(\\.\\d{1,9})?/(s|min|h)$";

    /** Bound on phases and pauses, so that their sums stay far from overflow. */
    private static final Duration LONGEST = Duration.ofHours(1000);

    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

    /** The names of a run file, for its schema. */
    static final String NAME_PATTERN = "^[a-z][A-Za-z0-9-]{0," + (Names.MOST_CHARACTERS - 1) + "}$";

    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");
    private static final Pattern RATE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)/(s|min|h)");

    private final Problems problems;

    ScalarReader(Problems problems) {
        this.problems = problems;
    }

    private @Nullable String scalar(@Nullable ConfigNode node, String path, String wanted) {
        if (node == null) {
            return null;
        }
        if (node instanceof Scalar scalar && !scalar.isNothing()) {
            return scalar.text();
        }
        problems.add(node.location(), path, "must be " + wanted + ", found " + node.shown());
        return null;
    }

    @Nullable
    String text(@Nullable ConfigNode node, String path) {
        return scalar(node, path, "text");
    }

    @Nullable
    String name(@Nullable ConfigNode node, String path) {
        String text = scalar(node, path, "a name");
        if (node == null || text == null) {
            return text;
        }
        if (Names.isValid(text)) {
            if (text.length() <= Names.MOST_CHARACTERS) {
                return text;
            }
            problems.add(node.location(), path, tooLong(text) + ", found " + node.shown());
            return null;
        }
        problems.add(
                node.location(),
                path,
                "must start with a small letter and hold only letters, digits and hyphens, found " + node.shown());
        return null;
    }

    /** The problem of a name that is too long for file names with the added text. */
    static String tooLong(String name) {
        return "must have at most " + Names.MOST_CHARACTERS + " characters and has " + name.length();
    }

    @Nullable
    Long whole(@Nullable ConfigNode node, String path, long min, long max) {
        String wanted = "a whole number from " + min + " to " + max;
        String text = scalar(node, path, wanted);
        if (node == null || text == null) {
            return null;
        }
        if (node instanceof Scalar scalar
                && scalar.isPlain()
                && WHOLE.matcher(text).matches()) {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        }
        String quoted = node instanceof Scalar scalar && !scalar.isPlain() ? "text " : "";
        problems.add(node.location(), path, "must be " + wanted + ", found " + quoted + node.shown());
        return null;
    }

    @Nullable
    Integer count(@Nullable ConfigNode node, String path, int max) {
        Long value = whole(node, path, 1, max);
        return value == null ? null : Math.toIntExact(value);
    }

    /** A relative weight, at least 0. */
    @Nullable
    Double weight(ConfigNode node, String path, boolean mayBeZero) {
        String wanted = mayBeZero ? "a number of at least 0" : "a number above 0";
        String text = scalar(node, path, wanted);
        if (text == null) {
            return null;
        }
        double value = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (value > 0 || (mayBeZero && value == 0)) {
            return value;
        }
        problems.add(node.location(), path, "must be " + wanted + ", found " + node.shown());
        return null;
    }

    @Nullable
    Duration duration(@Nullable ConfigNode node, String path) {
        String wanted = "a duration (" + Durations.FORM + ")";
        String text = scalar(node, path, wanted);
        if (node == null || text == null) {
            return null;
        }
        try {
            Duration duration = Durations.parse(text);
            if (duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
            problems.add(
                    node.location(), path, "must be at most " + Durations.format(LONGEST) + ", found " + node.shown());
            return null;
        } catch (IllegalArgumentException e) {
            problems.add(node.location(), path, "must be " + wanted + ", found " + node.shown());
            return null;
        }
    }

    @Nullable
    Duration durationAboveZero(@Nullable ConfigNode node, String path) {
        Duration duration = duration(node, path);
        if (node != null && duration != null && duration.isZero()) {
            problems.add(node.location(), path, "must be above zero");
            return null;
        }
        return duration;
    }

    /** Whole seconds, at most a minute. */
    @Nullable
    Duration interval(@Nullable ConfigNode node, String path) {
        Duration duration = durationAboveZero(node, path);
        if (node == null || duration == null) {
            return null;
        }
        if (duration.toNanosPart() == 0 && duration.compareTo(LONGEST_INTERVAL) <= 0) {
            return duration;
        }
        problems.add(
                node.location(),
                path,
                "must be whole seconds, at most " + Durations.format(LONGEST_INTERVAL) + ", found " + node.shown());
        return null;
    }

    /** Units per second, above 0. */
    @Nullable
    Double rate(ConfigNode node, String path) {
        return rate(node, path, false);
    }

    /** Units per second, at least 0. */
    @Nullable
    Double rateOrZero(ConfigNode node, String path) {
        return rate(node, path, true);
    }

    private @Nullable Double rate(ConfigNode node, String path, boolean mayBeZero) {
        String text = scalar(node, path, RATE_FORM);
        if (text == null) {
            return null;
        }
        Matcher matcher = RATE.matcher(text);
        double amount = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
        if (amount < 0 || (amount == 0 && !mayBeZero)) {
            String least = mayBeZero ? "at least 0" : "above 0";
            boolean isNegative =
                    text.startsWith("-") && RATE.matcher(text.substring(1)).matches();
            problems.add(
                    node.location(),
                    path,
                    "must be " + (isNegative ? least : RATE_FORM + ", " + least) + ", found " + node.shown());
            return null;
        }
        return switch (matcher.group(2)) {
            case "s" -> amount;
            case "min" -> amount / 60;
            default -> amount / 3600;
        };
    }

    /** A constant of an enum, written in lower case with hyphens. */
    <E extends Enum<E>> @Nullable E choice(@Nullable ConfigNode node, String path, Class<E> type) {
        List<String> words = words(type);
        String text = scalar(node, path, "one of " + String.join(", ", words));
        if (node == null || text == null) {
            return null;
        }
        int index = words.indexOf(text);
        if (index >= 0) {
            return type.getEnumConstants()[index];
        }
        String hint = NearestName.hint(text, words);
        problems.add(
                node.location(),
                path,
                "must be one of " + String.join(", ", words) + ", found " + node.shown()
                        + (hint.startsWith(", did") ? hint : ""));
        return null;
    }

    static List<String> words(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }
}
