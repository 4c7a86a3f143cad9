// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.config.CourseType.Course;

/**
 * The steps of a schedule, whose levels are all users or all rates. Either kind is read; the schema is that of one.
 *
 * @param level key of the levels in the schema
 */
record ScheduleType(Key<Course> level) implements ValueType<ScheduleType.Schedule> {
    static final Key<Course> USERS = Key.of("users", CourseType.USERS).required("the users that are there");
    static final Key<Course> RATE = Key.of("rate", CourseType.RATE).required(RateType.FORM);

    private static final int MAX_STEPS = 100;
    private static final Key<Duration> FOR =
            Key.of("for", DurationType.ABOVE_ZERO, "How long the step lasts.").required("how long the step lasts");

    /**
     * The content of a schedule.
     *
     * @param isClosed whether its levels are users; rates otherwise
     * @param steps its steps, at least one
     * @param highest its highest level, above 0
     */
    record Schedule(boolean isClosed, List<LoadStep> steps, double highest) {}

    @Override
    public @Nullable Schedule read(ConfigNode node, String path, Reading reading) {
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
        return new Schedule(Objects.equals(steps.unit, USERS), steps.all, highest);
    }

    /** The steps so far. */
    private static final class Steps {
        private final List<LoadStep> all = new ArrayList<>();
        private @Nullable Key<Course> unit;

        void read(Section step) {
            Duration length = step.take(FOR);
            step.know(List.of(USERS, RATE));
            if (step.has(USERS) == step.has(RATE)) {
                step.problem("needs either users or rate" + (step.has(USERS) ? ", found both" : ""));
                return;
            }
            Key<Course> key = step.has(USERS) ? USERS : RATE;
            if (unit != null && unit != key) {
                step.keyProblem(key, "cannot stand beside steps with " + unit.name());
                return;
            }
            unit = key;
            Course course = step.take(key);
            if (length != null && course != null) {
                all.add(course.over(length));
            }
        }
    }

    @Override
    public Map<String, Object> schema(String help) {
        Map<String, Object> schema = SchemaForm.list(help, Keys.of(FOR, level).schema("A step."), 1);
        schema.put("maxItems", MAX_STEPS);
        return schema;
    }

    @Override
    public String words() {
        return "a list of steps";
    }
}
