// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import static org.plateaubench.engine.config.key.SchemaForm.ordered;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.editor.Form.Choice;
import org.plateaubench.app.editor.Form.Field;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.edit.RunFileEdit.Change;
import org.plateaubench.engine.config.edit.RunFileText;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.load.DistributionType;
import org.plateaubench.engine.config.load.LoadKeys;
import org.plateaubench.engine.config.load.LoadKeys.Kind;

/** The fields of a load: its kind, and the fields of that kind. */
final class LoadForm {
    private static final String GROUP = "Load";
    private static final String USERS = LoadKeys.USERS.name();
    private static final String RATE = LoadKeys.RATE.name();
    private static final String SCHEDULE = LoadKeys.SCHEDULE_OF_USERS.name();
    private static final String MAX_USERS = LoadKeys.MAX_IN_SERVICE.name();

    private final RunFileText text;
    private final String path;
    private final @Nullable WorkloadDefinition definition;

    LoadForm(RunFileText text, String workload, @Nullable WorkloadDefinition definition) {
        this.text = text;
        this.definition = definition;
        path = RunFileKeys.LOAD.within(workload);
    }

    void addTo(List<Field> result) {
        Kind kind = kind();
        result.add(new FieldDraft(path, Form.Kind.CHOICE, RunFileKeys.LOAD.help())
                .in(GROUP)
                .choices(List.of(
                        new Choice(USERS, "closed: users", List.of(new Change(path, closed()))),
                        new Choice(RATE, "open: a rate of arrivals", List.of(new Change(path, open()))),
                        new Choice(SCHEDULE, "a schedule of steps", List.of(new Change(path, scheduled())))))
                .showing(kind.level().name())
                .required(true)
                .with(text));
        for (Key<?> key : kind.keys().all()) {
            FieldDraft draft = FieldMaker.of(path, key).in(GROUP);
            boolean isGap = key.equals(LoadKeys.THINK) || key.equals(LoadKeys.CYCLE);
            result.add((isGap ? draft.defaultValue(gap(key)) : draft).with(text));
        }
    }

    private Kind kind() {
        if (gives(SCHEDULE)) {
            return isOpenSchedule() ? Kind.OPEN_SCHEDULE : Kind.CLOSED_SCHEDULE;
        }
        return gives(RATE) ? Kind.OPEN : Kind.CLOSED;
    }

    private boolean gives(String key) {
        return text.gives(path + "." + key);
    }

    private boolean isOpenSchedule() {
        return text.at(path + "." + SCHEDULE) instanceof List<?> steps
                && steps.stream().anyMatch(step -> step instanceof Map<?, ?> map && map.containsKey(RATE));
    }

    private Object given(String key, Object otherwise) {
        Object value = text.at(path + "." + key);
        return value == null ? otherwise : value;
    }

    private Map<String, Object> closed() {
        Map<String, Object> load = new LinkedHashMap<>(Map.of(USERS, given(USERS, given(MAX_USERS, 10))));
        keep(load, Kind.CLOSED);
        return load;
    }

    private Map<String, Object> open() {
        Map<String, Object> load = ordered(RATE, given(RATE, "10/s"), MAX_USERS, given(MAX_USERS, given(USERS, 10)));
        keep(load, Kind.OPEN);
        return load;
    }

    private Map<String, Object> scheduled() {
        Object steady = text.at(RunFileKeys.STEADY.within(RunFileKeys.PHASES.name()));
        Map<String, Object> step = ordered("for", steady == null ? "60s" : steady);
        Map<String, Object> load = new LinkedHashMap<>();
        if (kind().equals(Kind.OPEN)) {
            step.put(RATE, given(RATE, "10/s"));
            load.put(SCHEDULE, given(SCHEDULE, List.of(step)));
            keep(load, Kind.OPEN);
        } else {
            step.put(USERS, given(USERS, 10));
            load.put(SCHEDULE, given(SCHEDULE, List.of(step)));
            keep(load, Kind.CLOSED);
            keep(load, Kind.OPEN);
        }
        return load;
    }

    /** Keeps the values that a kind of load may have in addition to its level. */
    private void keep(Map<String, Object> load, Kind kind) {
        for (String key : kind.others().names()) {
            Object value = text.at(path + "." + key);
            if (value != null) {
                load.put(key, value);
            }
        }
    }

    private @Nullable String gap(Key<?> key) {
        if (definition == null || gives(LoadKeys.THINK.name()) || gives(LoadKeys.CYCLE.name())) {
            return null;
        }
        Pacing pacing = definition.pacing();
        boolean isThink = pacing.kind() == Pacing.Kind.THINK;
        return isThink == key.equals(LoadKeys.THINK)
                ? RunFileText.inline(DistributionType.written(pacing.gap()))
                : null;
    }
}
