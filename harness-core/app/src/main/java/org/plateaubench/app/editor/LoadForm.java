// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.editor.Form.Choice;
import org.plateaubench.app.editor.Form.Field;
import org.plateaubench.app.editor.Form.Kind;
import org.plateaubench.engine.config.RunFileEdit.Change;
import org.plateaubench.engine.config.RunFileText;

/** The fields of a load: its kind, and the fields of that kind. */
final class LoadForm {
    private static final String GROUP = "Load";
    private static final String USERS = "users";
    private static final String RATE = "rate";
    private static final String SCHEDULE = "schedule";
    private static final List<String> COMMON = List.of(USERS, RATE, SCHEDULE, "think", "maxUsers", "arrival");

    private final Map<?, ?> schema;
    private final RunFileText text;
    private final String workload;
    private final String path;
    private final @Nullable WorkloadDefinition definition;

    LoadForm(Map<?, ?> schema, RunFileText text, String workload, @Nullable WorkloadDefinition definition) {
        this.schema = schema;
        this.text = text;
        this.workload = workload;
        this.definition = definition;
        path = workload + ".load";
    }

    void addTo(List<Field> result) {
        String kind = kind();
        result.add(new FieldDraft(path, Kind.CHOICE, SchemaNode.description(schema))
                .in(GROUP)
                .choices(List.of(
                        new Choice(USERS, "closed: users", List.of(new Change(path, closed()))),
                        new Choice(RATE, "open: a rate of arrivals", List.of(new Change(path, open()))),
                        new Choice(SCHEDULE, "a schedule of steps", List.of(new Change(path, scheduled())))))
                .showing(kind)
                .required(true)
                .with(text));
        Map<?, ?> alternative = SchemaNode.alternative(schema, "oneOf", index(kind));
        SchemaNode.at(alternative, "properties").forEach((key, value) -> {
            if (value instanceof Map<?, ?> property) {
                String name = String.valueOf(key);
                FieldDraft draft = FieldMaker.of(path + "." + name, property)
                        .in(GROUP)
                        .required(SchemaNode.isRequired(alternative, name))
                        .advanced(!COMMON.contains(name));
                boolean isGap = name.equals("think") || name.equals("cycle");
                result.add((isGap ? draft.defaultValue(gap(name)) : draft).with(text));
            }
        });
    }

    private String kind() {
        return gives(SCHEDULE) ? SCHEDULE : gives(RATE) ? RATE : USERS;
    }

    private boolean gives(String key) {
        return text.gives(path + "." + key);
    }

    private int index(String kind) {
        return switch (kind) {
            case RATE -> 1;
            case SCHEDULE -> isOpenSchedule() ? 3 : 2;
            default -> 0;
        };
    }

    private boolean isOpenSchedule() {
        return text.at(path + ".schedule") instanceof List<?> steps
                && steps.stream().anyMatch(step -> step instanceof Map<?, ?> map && map.containsKey(RATE));
    }

    private Object given(String key, Object otherwise) {
        Object value = text.at(path + "." + key);
        return value == null ? otherwise : value;
    }

    private Map<String, Object> closed() {
        Map<String, Object> load = new LinkedHashMap<>(Map.of(USERS, given(USERS, given("maxUsers", 10))));
        keep(load, "think", "cycle", "units", "onLate", "depth");
        return load;
    }

    private Map<String, Object> open() {
        Map<String, Object> load =
                FormMaker.ordered(RATE, given(RATE, "10/s"), "maxUsers", given("maxUsers", given(USERS, 10)));
        keep(load, "arrival", "lanes", "queue", "depth");
        return load;
    }

    private Map<String, Object> scheduled() {
        Object steady = text.at("phases.steady");
        Map<String, Object> step = FormMaker.ordered("for", steady == null ? "60s" : steady);
        Map<String, Object> load = new LinkedHashMap<>();
        if (kind().equals(RATE)) {
            step.put(RATE, given(RATE, "10/s"));
            load.put(SCHEDULE, given(SCHEDULE, List.of(step)));
            keep(load, "arrival", "maxUsers", "lanes", "queue", "depth");
        } else {
            step.put(USERS, given(USERS, 10));
            load.put(SCHEDULE, given(SCHEDULE, List.of(step)));
            keep(load, "think", "cycle", "units", "onLate", "depth", "arrival", "maxUsers", "lanes", "queue");
        }
        return load;
    }

    private void keep(Map<String, Object> load, String... keys) {
        for (String key : keys) {
            Object value = text.at(path + "." + key);
            if (value != null) {
                load.put(key, value);
            }
        }
    }

    private @Nullable String gap(String key) {
        boolean isGiven = text.gives(workload + ".load.think") || text.gives(workload + ".load.cycle");
        if (definition == null || isGiven) {
            return null;
        }
        Pacing pacing = definition.pacing();
        boolean isThink = pacing.kind() == Pacing.Kind.THINK;
        return isThink == key.equals("think") ? RunFileText.inline(distribution(pacing.gap())) : null;
    }

    private static Object distribution(Distribution gap) {
        return switch (gap) {
            case Distribution.Fixed fixed -> Durations.format(fixed.time());
            case Distribution.Uniform uniform ->
                Map.of(
                        "uniform",
                        FormMaker.ordered(
                                "min", Durations.format(uniform.min()), "max", Durations.format(uniform.max())));
            case Distribution.Exponential exponential -> Map.of("exponential", exponential(exponential));
        };
    }

    private static Object exponential(Distribution.Exponential gap) {
        Map<String, Object> form = FormMaker.ordered("mean", Durations.format(gap.mean()));
        if (!gap.min().isZero()) {
            form.put("min", Durations.format(gap.min()));
        }
        if (gap.max() != null) {
            form.put("max", Durations.format(gap.max()));
        }
        if (!gap.shift().isZero()) {
            form.put("shift", Durations.format(gap.shift()));
        }
        return form.size() == 1 ? Durations.format(gap.mean()) : form;
    }

    /** The mix of a workload in the form of a run file. */
    static @Nullable String mix(@Nullable WorkloadDefinition definition) {
        return definition == null
                ? null
                : switch (definition.mix()) {
                    case Mix.Flat flat -> RunFileText.inline(Map.of("flat", flat.weights()));
                    case Mix.Sequence sequence -> RunFileText.inline(Map.of("sequence", sequence.units()));
                    case Mix.Matrix matrix -> matrix(matrix);
                };
    }

    private static String matrix(Mix.Matrix matrix) {
        Map<String, Object> rows = new LinkedHashMap<>();
        for (int from = 0; from < matrix.units().size(); from++) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (int to = 0; to < matrix.units().size(); to++) {
                double weight = matrix.rows().get(from).get(to);
                if (weight > 0) {
                    row.put(matrix.units().get(to), weight);
                }
            }
            rows.put(matrix.units().get(from), row);
        }
        return RunFileText.inline(Map.of("matrix", rows));
    }
}
