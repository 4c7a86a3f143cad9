// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.config.key.LevelCurveType.LevelCurve;
import org.plateaubench.engine.config.text.ConfigNode;

/** The types of schedules. All levels are users, or all are rates; each type reads both, but has the schema of one. */
public final class ScheduleType {
    private static final Key<LevelCurve> BY_USERS =
            Key.of("users", LevelCurveType.USERS).required("the users that are active");
    private static final Key<LevelCurve> BY_RATE =
            Key.of("rate", LevelCurveType.RATE).required(ScalarTypes.RATE_FORM);

    static final ValueType<Schedule> USERS = type(BY_USERS);
    static final ValueType<Schedule> RATES = type(BY_RATE);

    private static final int MAX_STEPS = 100;
    private static final Key<Duration> FOR = Key.of("for", ScalarTypes.DURATION_ABOVE_ZERO, "How long the step lasts.")
            .required("the length of the step");

    record Schedule(boolean isClosed, List<LoadStep> steps, double highest) {}

    private ScheduleType() {}

    private static ValueType<Schedule> type(Key<LevelCurve> level) {
        return ValueType.of("a list of steps", help -> schema(level, help), ScheduleType::read);
    }

    private static @Nullable Schedule read(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof ConfigNode.Sequence list) || list.elements().isEmpty()) {
            reading.problem(node, path, "must be a list of steps, such as {for: 60s, users: 10}");
            return null;
        }
        if (list.elements().size() > MAX_STEPS) {
            reading.problem(node, path, "must have at most " + MAX_STEPS + " steps");
            return null;
        }
        Steps steps = new Steps();
        for (int i = 0; i < list.elements().size(); i++) {
            Section step = Section.of(path + "[" + i + "]", list.elements().get(i), reading);
            steps.read(step);
            step.end();
        }
        if (steps.all.size() < list.elements().size()) {
            return null;
        }
        double highest = steps.all.stream().mapToDouble(LoadStep::highest).max().orElse(0);
        if (!(highest > 0)) {
            reading.problem(node, path, "must have a step with a load above 0");
            return null;
        }
        return new Schedule(Objects.equals(steps.levelKey, BY_USERS), steps.all, highest);
    }

    private static final class Steps {
        private final List<LoadStep> all = new ArrayList<>();
        private @Nullable Key<LevelCurve> levelKey;

        void read(Section step) {
            Duration length = step.take(FOR);
            step.allow(List.of(BY_USERS, BY_RATE));
            if (step.has(BY_USERS) == step.has(BY_RATE)) {
                step.problem("needs either users or rate" + (step.has(BY_USERS) ? ", found both" : ""));
                return;
            }
            Key<LevelCurve> key = step.has(BY_USERS) ? BY_USERS : BY_RATE;
            if (levelKey != null && !levelKey.equals(key)) {
                step.keyProblem(key, "cannot be used together with steps that have '" + levelKey.name() + "'");
                return;
            }
            levelKey = key;
            LevelCurve curve = step.take(key);
            if (length != null && curve != null) {
                all.add(curve.over(length));
            }
        }
    }

    private static Map<String, Object> schema(Key<LevelCurve> level, String help) {
        Map<String, Object> schema = SchemaForm.list(help, Keys.of(FOR, level).schema("A step."), 1);
        schema.put("maxItems", MAX_STEPS);
        return schema;
    }
}
