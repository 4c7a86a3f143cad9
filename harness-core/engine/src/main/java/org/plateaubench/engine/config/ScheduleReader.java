// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.config.ConfigNode.Scalar;

/** Reads the schedule of a load: steps, each with a length and the level of users or of the rate. */
final class ScheduleReader {
    static final int MAX_STEPS = 100;
    private static final String USERS = "users";
    private static final String RATE = "rate";
    private static final String FORMS =
            "a level, {from, to}, {base, peak, every, for}, {mean, amplitude, period} or {replay: file}";

    private final Problems problems;
    private final ReplayFiles files;
    private final ScalarReader scalars;
    private final List<LoadStep> steps = new ArrayList<>();
    private @Nullable String unit;

    private ScheduleReader(Problems problems, ReplayFiles files) {
        this.problems = problems;
        this.files = files;
        this.scalars = new ScalarReader(problems);
    }

    /**
     * The content of a schedule.
     *
     * @param isClosed whether its levels are users; rates otherwise
     * @param steps its steps, at least one
     * @param highest its highest level, above 0
     */
    record Schedule(boolean isClosed, List<LoadStep> steps, double highest) {}

    /** The schedule, null with problems when it cannot be read. */
    static @Nullable Schedule read(ConfigNode node, String path, Problems problems, ReplayFiles files) {
        return new ScheduleReader(problems, files).read(node, path);
    }

    private @Nullable Schedule read(ConfigNode node, String path) {
        if (!(node instanceof ConfigNode.Sequence list) || list.elements().isEmpty()) {
            problems.add(node.location(), path, "must be a list of steps, such as {for: 60s, users: 10}");
            return null;
        }
        if (list.elements().size() > MAX_STEPS) {
            problems.add(node.location(), path, "must have at most " + MAX_STEPS + " steps");
            return null;
        }
        for (int i = 0; i < list.elements().size(); i++) {
            Section step = Section.of(path + "[" + i + "]", list.elements().get(i), problems);
            LoadStep read = step(step);
            step.end();
            if (read != null) {
                steps.add(read);
            }
        }
        if (steps.size() < list.elements().size() || unit == null) {
            return null;
        }
        double highest = steps.stream().mapToDouble(LoadStep::highest).max().orElse(0);
        if (!(highest > 0)) {
            problems.add(node.location(), path, "must have a step with a load above 0");
            return null;
        }
        return new Schedule(unit.equals(USERS), steps, highest);
    }

    private @Nullable LoadStep step(Section step) {
        Duration length = scalars.durationAboveZero(step.need("for", "how long the step lasts"), step.path("for"));
        ConfigNode users = step.take(USERS);
        ConfigNode rate = step.take(RATE);
        if ((users == null) == (rate == null)) {
            step.problem("needs either users or rate" + (users == null ? "" : ", found both"));
            return null;
        }
        String key = users == null ? RATE : USERS;
        if (unit != null && !unit.equals(key)) {
            step.keyProblem(key, "cannot stand beside steps with " + unit);
            return null;
        }
        unit = key;
        ConfigNode level = Objects.requireNonNull(users == null ? rate : users);
        if (level instanceof Scalar) {
            Double always = level(level, step.path(key));
            return length == null || always == null ? null : new LoadStep.Constant(length, always);
        }
        Section form = Section.of(step.path(key), level, problems);
        LoadStep read = form(form, length);
        form.end();
        return read;
    }

    private @Nullable LoadStep form(Section form, @Nullable Duration length) {
        if (form.has("from") || form.has("to")) {
            return ramp(form, length);
        }
        if (form.has("peak") || form.has("base")) {
            return bursts(form, length);
        }
        if (form.has("mean") || form.has("amplitude")) {
            return sine(form, length);
        }
        if (form.has("replay")) {
            return replay(form, length);
        }
        form.problem("must be " + FORMS);
        return null;
    }

    private @Nullable LoadStep ramp(Section form, @Nullable Duration length) {
        Double from = level(form, "from");
        Double to = level(form, "to");
        return length == null || from == null || to == null ? null : new LoadStep.Ramp(length, from, to);
    }

    private @Nullable LoadStep bursts(Section form, @Nullable Duration length) {
        Double base = level(form, "base");
        Double peak = level(form, "peak");
        Duration every = scalars.durationAboveZero(form.need("every", "from burst to burst"), form.path("every"));
        Duration burst = scalars.durationAboveZero(form.need("for", "how long a burst lasts"), form.path("for"));
        if (length == null || base == null || peak == null || every == null || burst == null) {
            return null;
        }
        if (peak <= base) {
            form.keyProblem("peak", "must be above base " + shown(form, "base") + ", found " + shown(form, "peak"));
            return null;
        }
        if (burst.compareTo(every) >= 0) {
            form.keyProblem(
                    "for", "must be shorter than every " + shown(form, "every") + ", found " + shown(form, "for"));
            return null;
        }
        return new LoadStep.Bursts(length, base, peak, every, burst);
    }

    private @Nullable LoadStep sine(Section form, @Nullable Duration length) {
        Double mean = level(form, "mean");
        Double amplitude = level(form, "amplitude");
        Duration period = scalars.durationAboveZero(form.need("period", "length of one swing"), form.path("period"));
        if (length == null || mean == null || amplitude == null || period == null) {
            return null;
        }
        if (amplitude == 0 || amplitude > mean) {
            form.keyProblem(
                    "amplitude",
                    "must be above 0 and at most mean " + shown(form, "mean") + ", found " + shown(form, "amplitude"));
            return null;
        }
        return new LoadStep.Sine(length, mean, amplitude, period);
    }

    private static String shown(Section form, String key) {
        return Objects.requireNonNull(form.take(key)).shown();
    }

    private @Nullable LoadStep replay(Section form, @Nullable Duration length) {
        ConfigNode node = Objects.requireNonNull(form.take("replay"));
        String name = scalars.text(node, form.path("replay"));
        if (name == null) {
            return null;
        }
        List<LoadStep.Point> points = files.read(node, name, form.path("replay"), problems);
        return length == null || points == null ? null : new LoadStep.Replay(length, points, name);
    }

    private @Nullable Double level(Section form, String key) {
        ConfigNode node = form.need(key, RATE.equals(unit) ? ScalarReader.RATE_FORM : "a number of users");
        return node == null ? null : level(node, form.path(key));
    }

    private @Nullable Double level(ConfigNode node, String path) {
        if (RATE.equals(unit)) {
            return scalars.rateOrZero(node, path);
        }
        Long users = scalars.whole(node, path, 0, LoadReader.MAX_USERS);
        return users == null ? null : Double.valueOf(users.doubleValue());
    }
}
