// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.tree.Span;
import org.plateaubench.scenario.value.DataFile.OnEnd;
import org.plateaubench.scenario.value.DataFile.Take;

/** Reads the data sources of a scenario. */
public final class SourceReader {
    private static final String FILE = "file";
    private static final String TAKE = "take";
    private static final String ON_END = "onEnd";
    private static final String SEPARATOR = "separator";
    private static final String UNIFORM = "uniform";
    private static final String NORMAL = "normal";
    private static final String ZIPF = "zipf";
    private static final String DECIMALS = "decimals";
    private static final int MAX_DECIMALS = 9;
    private static final long MAX_NUMBER = 1_000_000_000_000_000L;
    private static final int MAX_TEXT_LENGTH = 1_000_000;
    private static final long MAX_DAYS = 100_000;
    private static final Map<String, Take> TAKES = ordered(
            Map.entry("shared", Take.SHARED),
            Map.entry("perUser", Take.PER_USER),
            Map.entry("unique", Take.UNIQUE),
            Map.entry("random", Take.RANDOM));
    private static final Map<String, OnEnd> ENDS =
            ordered(Map.entry("repeat", OnEnd.REPEAT), Map.entry("stop", OnEnd.STOP), Map.entry("fail", OnEnd.FAIL));

    private static final Map<String, List<String>> OPTIONS = Map.of(
            FILE,
            List.of(TAKE, ON_END, SEPARATOR),
            UNIFORM,
            List.of(DECIMALS),
            NORMAL,
            List.of("min", "max", DECIMALS),
            ZIPF,
            List.of("exponent"),
            "sequence",
            List.of(),
            "uuid",
            List.of(),
            "text",
            List.of(),
            "date",
            List.of("format"),
            "choice",
            List.of());

    /** The keys of a data source. */
    public static final List<Key> KEYS = List.of(
            Key.text(
                    FILE,
                    "A CSV file whose first row names its columns, or a .jsonl file with an object in each line."),
            Key.oneOf(
                    TAKE,
                    "How rows are taken: shared in order by all users, perUser all rows in order, unique one row for each"
                            + " user, random by draw.",
                    List.copyOf(TAKES.keySet())),
            Key.oneOf(ON_END, "What follows the last row: repeat, stop or fail.", List.copyOf(ENDS.keySet())),
            Key.text(SEPARATOR, "Character between the columns of a CSV file, a comma by default."),
            Key.text(UNIFORM, "Every number of a range, equally often, such as 1..20."),
            Key.mapping(NORMAL, "Numbers of a normal distribution, with mean and deviation."),
            Key.number("min", "Smallest number of a normal distribution."),
            Key.number("max", "Greatest number of a normal distribution."),
            Key.number(DECIMALS, "Decimal places, 0 by default."),
            Key.text(ZIPF, "Numbers of a range by Zipf's law, the first one most often."),
            Key.number("exponent", "Exponent of Zipf's law, 1 by default."),
            Key.number("sequence", "A number for each flow that no other has; this one is the first."),
            Key.flag("uuid", "A random UUID."),
            Key.text("text", "Lowercase letters and blanks, of a length in this range."),
            Key.text("date", "A day of a range, such as 2026-01-01..2026-12-31."),
            Key.text("format", "Form of a date, yyyy-MM-dd by default."),
            Key.any("choice", "One of a list, or of a mapping with weights."));

    private final Scope scope;
    private final List<DataFile> files = new ArrayList<>();

    /** Creates a reader that adds the sources to the names of a scenario. */
    public SourceReader(Scope scope) {
        this.scope = scope;
    }

    @SafeVarargs
    private static <T> Map<String, T> ordered(Map.Entry<String, T>... entries) {
        Map<String, T> map = new LinkedHashMap<>();
        for (Map.Entry<String, T> entry : entries) {
            map.put(entry.getKey(), entry.getValue());
        }
        return map;
    }

    /** Reads all sources of a mapping. */
    public List<DataFile> read(Section data) {
        for (String name : data.names()) {
            if (!Scope.isName(name)) {
                data.problem(name, "'" + name + "' is not a name.", "Use " + Scope.NAME_FORM + ".");
            }
            Section section = data.section(name);
            section.allow(KEYS);
            List<String> kinds =
                    section.names().stream().filter(OPTIONS::containsKey).toList();
            if (kinds.size() != 1) {
                section.problem(
                        "A data source has exactly one of the keys " + sorted() + ", found "
                                + (kinds.isEmpty() ? "none" : String.join(" and ", kinds)) + ".",
                        "Write one of them.");
                scope.add(name, new Generator(0, new Generator.Uuid()));
                continue;
            }
            read(name, kinds.getFirst(), section);
        }
        return files;
    }

    private static String sorted() {
        return String.join(", ", OPTIONS.keySet().stream().sorted().toList());
    }

    private void read(String name, String kind, Section section) {
        for (String key : section.names()) {
            boolean isOption = OPTIONS.values().stream().anyMatch(options -> options.contains(key));
            if (isOption && !OPTIONS.getOrDefault(kind, List.of()).contains(key)) {
                section.problem(key, "'" + key + "' does not belong to '" + kind + "'.", "Remove it.");
            }
        }
        long salt = KeyedRandom.key(0, name);
        if (kind.equals(FILE)) {
            DataFile file = file(name, section, salt);
            files.add(file);
            scope.add(name, file);
        } else {
            scope.add(name, new Generator(salt, kind(kind, section)));
        }
    }

    private DataFile file(String name, Section section, long salt) {
        String separator = section.text(SEPARATOR).orElse(",");
        if (separator.length() != 1) {
            section.problem(SEPARATOR, "A separator is one character, found '" + separator + "'.", "Correct it.");
        }
        return new DataFile(
                name,
                scope.file(section.requiredText(FILE), section, FILE),
                separator.isEmpty() ? ',' : separator.charAt(0),
                TAKES.getOrDefault(section.word(TAKE, List.copyOf(TAKES.keySet())), Take.SHARED),
                ENDS.getOrDefault(section.word(ON_END, List.copyOf(ENDS.keySet())), OnEnd.REPEAT),
                salt);
    }

    private static Generator.Kind kind(String kind, Section section) {
        return switch (kind) {
            case UNIFORM -> uniform(section);
            case NORMAL -> normal(section);
            case ZIPF -> {
                Span span = section.span(ZIPF, new Span(1, 1), -MAX_NUMBER, MAX_NUMBER);
                Zipf zipf = new Zipf(span.max() - span.min() + 1, section.number("exponent", 1, 0.01, 10));
                yield new Generator.ByRank(span.min(), zipf);
            }
            case "sequence" -> new Generator.Sequence((long) section.number(kind, 0, -MAX_NUMBER, MAX_NUMBER));
            case "text" -> {
                Span span = section.span(kind, new Span(1, 1), 0, MAX_TEXT_LENGTH);
                yield new Generator.Letters((int) span.min(), (int) span.max());
            }
            case "date" -> days(section);
            case "choice" -> choice(section);
            default -> new Generator.Uuid();
        };
    }

    private static int decimals(Section section) {
        return (int) section.number(DECIMALS, 0, 0, MAX_DECIMALS);
    }

    private static Generator.Kind uniform(Section section) {
        int decimals = decimals(section);
        if (decimals == 0) {
            Span span = section.span(UNIFORM, new Span(0, 0), -MAX_NUMBER, MAX_NUMBER);
            return new Generator.Uniform(span.min(), span.max(), 0);
        }
        String text = section.requiredText(UNIFORM);
        int dots = text.indexOf("..");
        try {
            long min = scaled(text.substring(0, Math.max(0, dots)), decimals);
            long max = scaled(text.substring(Math.max(0, dots) + 2), decimals);
            if (min <= max) {
                return new Generator.Uniform(min, max, decimals);
            }
        } catch (NumberFormatException | ArithmeticException | StringIndexOutOfBoundsException e) {
            // Reported below.
        }
        section.problem(UNIFORM, "'" + text + "' is not a range such as 0.50..9.99.", "Correct it.");
        return new Generator.Uniform(0, 0, decimals);
    }

    private static long scaled(String number, int decimals) {
        return new BigDecimal(number.strip()).scaleByPowerOfTen(decimals).longValueExact();
    }

    private static Generator.Kind normal(Section section) {
        Section shape = section.section(NORMAL);
        shape.allow(List.of(Key.number("mean", "The mean."), Key.number("deviation", "The standard deviation.")));
        int decimals = decimals(section);
        double unit = Math.pow(10, decimals);
        double min = section.number("min", -MAX_NUMBER, -MAX_NUMBER, MAX_NUMBER);
        double max = section.number("max", MAX_NUMBER, -MAX_NUMBER, MAX_NUMBER);
        if (min > max) {
            section.problem("min", "'min' is above 'max'.", "Correct one of them.");
            max = min;
        }
        return new Generator.Normal(
                shape.number("mean", 0, -MAX_NUMBER, MAX_NUMBER) * unit,
                shape.number("deviation", 1, 0, MAX_NUMBER) * unit,
                min * unit,
                max * unit,
                decimals);
    }

    private static Generator.Kind days(Section section) {
        String text = section.requiredText("date");
        String form = section.text("format").orElse("yyyy-MM-dd");
        Optional<DateTimeFormatter> format = format(section, form);
        int dots = text.indexOf("..");
        LocalDate first = day(dots < 0 ? text : text.substring(0, dots));
        LocalDate last = day(dots < 0 ? text : text.substring(dots + 2));
        if (first == null || last == null || first.isAfter(last) || last.toEpochDay() - first.toEpochDay() > MAX_DAYS) {
            section.problem(
                    "date",
                    "'" + text + "' is not a range of at most " + MAX_DAYS + " days, such as 2026-01-01..2026-12-31.",
                    "Correct it.");
            return new Generator.Uuid();
        }
        return format.<Generator.Kind>map(each -> Generator.days(first, last, each))
                .orElse(new Generator.Uuid());
    }

    private static Optional<DateTimeFormatter> format(Section section, String form) {
        try {
            DateTimeFormatter format = DateTimeFormatter.ofPattern(form, Locale.ROOT);
            return Optional.of(format)
                    .filter(each -> !each.format(LocalDate.EPOCH).isEmpty());
        } catch (IllegalArgumentException | DateTimeException e) {
            section.problem("format", "'" + form + "' is not the form of a day.", "Write dd.MM.yyyy, for example.");
            return Optional.empty();
        }
    }

    private static @Nullable LocalDate day(String text) {
        try {
            return LocalDate.parse(text.strip());
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    private static Generator.Kind choice(Section section) {
        List<String> texts = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        if (section.value("choice") instanceof Map) {
            Section weighted = section.section("choice");
            for (String text : weighted.names()) {
                texts.add(text);
                weights.add(weighted.number(text, 1, 0.001, MAX_NUMBER));
            }
        } else {
            section.texts("choice").forEach(text -> {
                texts.add(text);
                weights.add(1.0);
            });
        }
        if (texts.isEmpty()) {
            section.problem("choice", "There is nothing to choose from.", "Write a list of values.");
            return new Generator.Uuid();
        }
        return new Generator.Choice(texts, shares(weights));
    }

    /** The end of each weight's share of [0, 1). */
    public static double[] shares(List<Double> weights) {
        double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
        double[] ends = new double[weights.size()];
        double end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += weights.get(i);
            ends[i] = end / sum;
        }
        return ends;
    }
}
