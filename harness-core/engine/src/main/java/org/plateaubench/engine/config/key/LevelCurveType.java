// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;

public final class LevelCurveType {
    private static final String FORMS =
            "must be a level, {from, to}, {base, peak, every, for}, {mean, amplitude, period} or {replay: file}";

    private static final Key<Duration> EVERY = Key.of("every", ScalarTypes.DURATION_ABOVE_ZERO, "From burst to burst.")
            .required("the time from the start of a burst to the next");
    private static final Key<Duration> BURST = Key.of("for", ScalarTypes.DURATION_ABOVE_ZERO, "How long a burst lasts.")
            .required("the length of a burst");
    private static final Key<Duration> PERIOD = Key.of(
                    "period", ScalarTypes.DURATION_ABOVE_ZERO, "Length of one swing.")
            .required("the length of one swing");
    private static final Key<LevelCurve> REPLAY = Key.of(
                    "replay",
                    ValueType.of("a file", ScalarTypes.TEXT::schema, LevelCurveType::replay),
                    "File in the folder of the run file or below it.")
            .required("a file");

    // These come after the keys because the constructor uses the keys.
    static final ValueType<LevelCurve> USERS = new LevelCurveType(
                    ScalarTypes.integer(0, LoadKeys.MAX_USERS, users -> (double) users),
                    "Users that are active.",
                    "a number of users")
            .type();
    static final ValueType<LevelCurve> RATE = new LevelCurveType(
                    ScalarTypes.rate(true), "Units per time, such as 200/s or 12000/min.", ScalarTypes.RATE_FORM)
            .type();

    private final Key<Double> level;
    private final Key<Double> from;
    private final Key<Double> to;
    private final Key<Double> base;
    private final Key<Double> peak;
    private final Key<Double> mean;
    private final Key<Double> amplitude;
    private final List<Shape> shapes;

    private LevelCurveType(ValueType<Double> type, String help, String expected) {
        level = Key.of("level", type, help).required(expected);
        from = level.named("from");
        to = level.named("to");
        base = level.named("base");
        peak = level.named("peak");
        mean = level.named("mean");
        amplitude = level.named("amplitude");
        shapes = List.of(
                new Shape("From one level to another, evenly.", List.of(from, to), Keys.of(from, to), this::ramp),
                new Shape(
                        "Bursts at equal distances, the first at the start.",
                        List.of(peak, base),
                        Keys.of(base, peak, EVERY, BURST),
                        this::bursts),
                new Shape(
                        "A sine around a mean, upwards first.",
                        List.of(mean, amplitude),
                        Keys.of(mean, amplitude, PERIOD),
                        this::sine),
                new Shape(
                        "Levels of a file: seconds since the start of the step and the level from then on, line by line.",
                        List.of(REPLAY),
                        Keys.of(REPLAY),
                        (values, form) -> values.get(REPLAY)));
    }

    private ValueType<LevelCurve> type() {
        return ValueType.of("a level, or how it changes", this::schema, this::read);
    }

    /** The level during a step, as a function of time. */
    interface LevelCurve {
        LoadStep over(Duration length);
    }

    private record Shape(String help, List<Key<?>> distinctiveKeys, ValueType<LevelCurve> type) {
        Shape(String help, List<Key<?>> distinctiveKeys, Keys keys, MappingTypes.Factory<LevelCurve> factory) {
            this(help, distinctiveKeys, MappingTypes.of(keys, factory));
        }
    }

    private @Nullable LevelCurve read(ConfigNode node, String path, Reading reading) {
        if (node instanceof Scalar) {
            Double constant = level.type().read(node, path, reading);
            return constant == null ? null : length -> new LoadStep.Constant(length, constant);
        }
        Section form = Section.of(path, node, reading);
        for (Shape shape : shapes) {
            if (shape.distinctiveKeys().stream().anyMatch(form::has)) {
                return shape.type().read(node, path, reading);
            }
        }
        form.problem(FORMS);
        form.end();
        return null;
    }

    private @Nullable LevelCurve ramp(MappingValues values, Section form) {
        Double first = values.get(from);
        Double last = values.get(to);
        return first == null || last == null ? null : length -> new LoadStep.Ramp(length, first, last);
    }

    private @Nullable LevelCurve bursts(MappingValues values, Section form) {
        Double low = values.get(base);
        Double high = values.get(peak);
        Duration every = values.get(EVERY);
        Duration burst = values.get(BURST);
        if (low == null || high == null || every == null || burst == null) {
            return null;
        }
        if (high <= low) {
            form.keyProblem(peak, "must be above 'base' (" + form.shown(base) + "), found " + form.shown(peak));
            return null;
        }
        if (burst.compareTo(every) >= 0) {
            form.keyProblem(
                    BURST, "must be shorter than 'every' (" + form.shown(EVERY) + "), found " + form.shown(BURST));
            return null;
        }
        return length -> new LoadStep.Bursts(length, low, high, every, burst);
    }

    private @Nullable LevelCurve sine(MappingValues values, Section form) {
        Double middle = values.get(mean);
        Double swing = values.get(amplitude);
        Duration period = values.get(PERIOD);
        if (middle == null || swing == null || period == null) {
            return null;
        }
        if (swing == 0 || swing > middle) {
            form.keyProblem(
                    amplitude,
                    "must be above 0 and at most 'mean' (" + form.shown(mean) + "), found " + form.shown(amplitude));
            return null;
        }
        return length -> new LoadStep.Sine(length, middle, swing, period);
    }

    private static @Nullable LevelCurve replay(ConfigNode node, String path, Reading reading) {
        String name = ScalarTypes.TEXT.read(node, path, reading);
        List<LoadStep.Point> points = name == null ? null : reading.files().read(node, name, path, reading.problems());
        return name == null || points == null ? null : length -> new LoadStep.Replay(length, points, name);
    }

    private Map<String, Object> schema(String help) {
        List<Map<String, Object>> forms = new ArrayList<>(List.of(level.schema()));
        shapes.forEach(shape -> forms.add(shape.type().schema(shape.help())));
        return SchemaForm.combined(help, "anyOf", forms);
    }
}
