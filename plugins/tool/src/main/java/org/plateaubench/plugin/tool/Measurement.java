// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Names;
import org.plateaubench.api.QosLimit;
import org.plateaubench.scenario.Expectations.Finder;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.BoundedPattern;
import org.plateaubench.scenario.value.StepFailure;

/**
 * A measurement that a step reads from the output of a program. An output without it is an error. Immutable.
 */
sealed interface Measurement {
    /** Suffix of the names of figures' counters. */
    String SUM = "-sum";

    String RUNS = "measured-runs";

    String NO_FIGURE = "no-figure";

    String name();

    MeasureDefinition measure();

    Key UNIT = Key.text("unit", "Its unit, such as IOPS or MB/s.");

    Key DESCRIPTION = Key.text("description", "What it is, one sentence.");

    Key SCALE = Key.number("scale", "Factor from the printed number to the unit, 1 by default.");

    List<Key> FIGURE = Stream.concat(
                    ToolAnswers.FINDERS.stream(),
                    Stream.of(
                            UNIT,
                            DESCRIPTION,
                            SCALE,
                            Key.number("atLeast", "Smallest mean with which the run passes."),
                            Key.number("atMost", "Greatest mean with which the run passes.")))
            .toList();

    List<Key> TIMES = List.of(
            Key.text(ToolAnswers.JSON, "JSON path to counts by time, such as {\"1200\": 7}."),
            Key.text(ToolAnswers.REGEX, "A regular expression: the first group of each line that matches is a time."),
            Key.oneOf("unit", "Unit of the printed times.", List.of("ms", "s", "us", "ns")),
            DESCRIPTION,
            Key.list("limits", "Limits such as p95 < 5ms."));

    List<Key> LEVEL = List.of(
            Key.text(ToolAnswers.REGEX, "A regular expression: the first group of the newest line that matches."),
            UNIT,
            DESCRIPTION,
            SCALE);

    /** The text that a finder finds in the output; an error if there is none. */
    private static String text(String name, Finder<Output> finder, Output output) throws StepFailure {
        String reason = "";
        try {
            String text = finder.find(output);
            if (text != null) {
                return text.strip();
            }
        } catch (StepFailure e) {
            reason = ", since " + e.getMessage();
        }
        throw StepFailure.error(NO_FIGURE, "the output has no " + name + reason + "; " + output.firstAndLastLine());
    }

    private static Finder<Output> matchesOfLines(BoundedPattern pattern) {
        return output -> {
            StringBuilder found = new StringBuilder();
            for (String line : output.lines()) {
                String value = pattern.find(line);
                found.append(value == null ? "" : value + "\n");
            }
            return found.isEmpty() ? null : found.toString();
        };
    }

    /** The number; -1 if the text is not a number from 0 to 1e12. */
    private static double number(String text) {
        try {
            double number = Double.parseDouble(text.strip());
            return number >= 0 && number <= 1e12 && !text.strip().matches(".*[dfDF]") ? number : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static double number(String name, String text, Output output) throws StepFailure {
        double number = number(text);
        if (number >= 0) {
            return number;
        }
        throw StepFailure.error(
                NO_FIGURE,
                name + " is '" + text + "', not a number from 0 to 1e12 with a decimal point; " + output.lineWith(text)
                        + "; a program that prints another language needs LC_ALL: C in 'environment'");
    }

    private static String name(Section all, String name) {
        if (name.endsWith(SUM) || name.startsWith(RUNS)) {
            all.problem(
                    name,
                    "'" + name + "' is the name of a counter, since it ends with " + SUM + " or begins with " + RUNS
                            + ".",
                    "Use another name.");
        }
        if (!Names.isValid(name)) {
            all.problem(
                    name,
                    "'" + name + "' cannot be the name of a figure.",
                    "Use letters, digits and hyphens, with a lowercase letter first.");
        }
        return name;
    }

    /** A number of each run of a program; its mean over the runs, which {@code runs} counts, is a check. */
    record Figure(
            String name,
            String unit,
            String description,
            Finder<Output> finder,
            double scale,
            String runs,
            @Nullable Double atLeast,
            @Nullable Double atMost)
            implements Measurement {
        /** Counters are whole numbers, so figures are counted in millionths. */
        private static final double MILLIONTHS = 1e6;

        static @Nullable Figure read(Section all, String name, String runs) {
            Section section = all.section(name);
            section.allow(FIGURE);
            List<String> kinds = ToolAnswers.FINDERS.stream()
                    .map(Key::name)
                    .filter(section::has)
                    .toList();
            if (kinds.size() != 1) {
                section.problem("A figure has exactly one of json, regex and csv.", "Write one of them.");
                return null;
            }
            String kind = kinds.getFirst();
            Finder<Output> finder = ToolAnswers.of(kind, section.requiredText(kind), section, kind);
            return finder == null
                    ? null
                    : new Figure(
                            Measurement.name(all, name),
                            section.text("unit").orElse(""),
                            section.text("description").orElse("Printed by the program, mean over its runs."),
                            finder,
                            section.number("scale", 1, 1e-12, 1e12),
                            runs,
                            bound(section, "atLeast"),
                            bound(section, "atMost"));
        }

        private static @Nullable Double bound(Section section, String key) {
            return section.has(key) ? Double.valueOf(section.number(key, 0, 0, 1e15)) : null;
        }

        String counter() {
            return name + SUM;
        }

        @Override
        public MeasureDefinition measure() {
            return MeasureDefinition.counter(
                    counter(), ("millionths of " + unit).strip(), "Sum of " + name + " over the runs of the program.");
        }

        CheckDefinition check() {
            return new CheckDefinition(
                    name,
                    description,
                    List.of(Term.counter(counter())),
                    List.of(Term.counter(runs)),
                    1 / MILLIONTHS,
                    unit,
                    0,
                    atLeast,
                    atMost);
        }

        long value(Output output) throws StepFailure {
            return Math.round(number(name, text(name, finder, output), output) * scale * MILLIONTHS);
        }
    }

    /** The times that a program has measured itself: a series of the workload, with every time in its histogram. */
    record Times(
            String name,
            String description,
            boolean isHistogram,
            Finder<Output> finder,
            double nanos,
            List<QosLimit> limits)
            implements Measurement {
        private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);
        private static final Pattern COUNT = Pattern.compile("\"(\\d{1,18}(?:\\.\\d{1,9})?)\"\\s*:\\s*(\\d{1,12})");

        @FunctionalInterface
        interface Receiver {
            void times(long nanos, long count);
        }

        static @Nullable Times read(Section all, String name) {
            Section section = all.section(name);
            section.allow(TIMES);
            boolean isHistogram = section.has(ToolAnswers.JSON);
            if (isHistogram == section.has(ToolAnswers.REGEX)) {
                section.problem("Times have exactly one of json and regex.", "Write one of them.");
                return null;
            }
            String kind = isHistogram ? ToolAnswers.JSON : ToolAnswers.REGEX;
            Finder<Output> finder;
            if (isHistogram) {
                finder = ToolAnswers.of(kind, section.requiredText(kind), section, kind);
            } else {
                BoundedPattern pattern = BoundedPattern.compile(section.requiredText(kind), section, kind);
                finder = pattern == null ? null : matchesOfLines(pattern);
            }
            List<QosLimit> limits = section.texts("limits").stream()
                    .flatMap(text -> limit(text, section))
                    .toList();
            double unit = NANOS.getOrDefault(section.word("unit", List.of("ms", "s", "us", "ns")), 1e6);
            return finder == null
                    ? null
                    : new Times(
                            Measurement.name(all, name),
                            section.text("description").orElse("Measured by the program."),
                            isHistogram,
                            finder,
                            unit,
                            limits);
        }

        private static Stream<QosLimit> limit(String text, Section section) {
            try {
                return Stream.of(QosLimit.parse(text));
            } catch (IllegalArgumentException e) {
                section.problem("limits", e.getMessage() + ".", "Write p95 < 5ms, for example.");
                return Stream.empty();
            }
        }

        @Override
        public MeasureDefinition measure() {
            return MeasureDefinition.series(name, description).withLimits(limits.toArray(QosLimit[]::new));
        }

        void read(Output output, Receiver receiver) throws StepFailure {
            String text = text(name, finder, output);
            if (!isHistogram) {
                List<Long> all = new ArrayList<>();
                for (String line : text.lines().toList()) {
                    all.add(Math.round(number(name, line, output) * nanos));
                }
                all.forEach(time -> receiver.times(time, 1));
                return;
            }
            if (!COUNT.matcher(text).replaceAll("").matches("[\\s{},]*")) {
                throw StepFailure.error(
                        NO_FIGURE,
                        name + " must be an object of counts by time; "
                                + output.lineWith(text.lines().findFirst().orElse("")));
            }
            Matcher counts = COUNT.matcher(text);
            while (counts.find()) {
                long time = Math.round(Double.parseDouble(counts.group(1)) * nanos);
                receiver.times(time, Long.parseLong(counts.group(2)));
            }
        }
    }

    /** A number that a program prints repeatedly: a level of the workload. */
    record Level(String name, String unit, String description, BoundedPattern pattern, double scale)
            implements Measurement {
        static @Nullable Level read(Section all, String name) {
            Section section = all.section(name);
            section.allow(LEVEL);
            BoundedPattern pattern =
                    BoundedPattern.compile(section.requiredText(ToolAnswers.REGEX), section, ToolAnswers.REGEX);
            return pattern == null
                    ? null
                    : new Level(
                            Measurement.name(all, name),
                            section.text("unit").orElse(""),
                            section.text("description").orElse("Newest value that the program has printed."),
                            pattern,
                            section.number("scale", 1, 1e-12, 1e12));
        }

        @Override
        public MeasureDefinition measure() {
            return MeasureDefinition.gauge(name, unit, description);
        }

        /** The level in a line; -1 if the line has none. */
        long read(String line) {
            try {
                String found = pattern.find(line);
                return found == null ? -1 : Math.round(number(found) * scale);
            } catch (StepFailure e) {
                return -1;
            }
        }

        /** Requires that the output has the level, and only as numbers. */
        void requireIn(Output output) throws StepFailure {
            for (String line :
                    text(name, matchesOfLines(pattern), output).lines().toList()) {
                number(name, line, output);
            }
        }
    }
}
