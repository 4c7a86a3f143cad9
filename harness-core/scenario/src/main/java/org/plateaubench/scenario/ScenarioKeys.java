// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.value.JavaCall;
import org.plateaubench.scenario.value.SourceReader;

/** The keys of scenarios that do not depend on a protocol, and the schema of a whole scenario. */
public final class ScenarioKeys {
    static final String STEPS = "steps";
    static final String ELSE = "else";
    static final String WEIGHT = "weight";
    static final String NAME = "name";
    static final String ON_ERROR = "onError";

    private static final Key STEP_LIST = Key.list(STEPS, "The steps, in order.");
    private static final Key WEIGHTED = Key.number(WEIGHT, "Share of the flow among the others, 1 by default.");

    /** The keys of a scenario. */
    static final List<Key> SCENARIO = List.of(
            Key.mapping("data", "Sources of data by name; a text refers to them by ${name} or ${name.column}."),
            Key.mapping("variables", "Texts by name, for every flow."),
            Key.list("start", "Steps of each user before its first flow, such as a login. They are not timed."),
            Key.mapping("flows", "Flows by name. A flow is a unit of the load: its steps belong together."),
            Key.list(STEPS, "The steps of a scenario with a single flow, instead of 'flows'."));

    /** The keys of a flow. */
    static final List<Key> FLOW = List.of(
            WEIGHTED,
            STEP_LIST,
            Key.oneOf(
                    ON_ERROR,
                    "Whether the flow continues after an error, or its other requests count as skipped.",
                    List.of("continue", "end")));

    /** The keys of a branch of <code>choose</code>. */
    static final List<Key> BRANCH = List.of(Key.number(WEIGHT, "Share of the branch, 1 by default."), STEP_LIST);

    /** The key of each step that sends something. */
    static final Key STEP_NAME = Key.text(NAME, "Name of the operation in results and limits.");

    /** The kinds of steps of every protocol. */
    static final List<StepType> STEP_TYPES = List.of(
            type(Key.any("pause", "Time before the next step: 1s, 1s..3s, or {mean: 2s, max: 10s}.")),
            type(Key.list("choose", "Branches with weights, of which one is drawn.")),
            type(Key.text("repeat", "How often the steps are repeated: 3, or a range such as 2..4."), STEP_LIST),
            type(
                    Key.text("if", "Condition of the steps, such as ${total} > 0."),
                    STEP_LIST,
                    Key.list(ELSE, "The steps if the condition does not hold.")),
            type(Key.text("group", "Prefix of the names of operations in the steps."), STEP_LIST),
            type(Key.mapping("set", "Texts of variables by name.")),
            new StepType(
                    Key.text("java", "A static method in a Java file in the folder of the scenario: Sign.sign."),
                    JavaCall.KEYS));

    private ScenarioKeys() {}

    private static StepType type(Key key, Key... others) {
        return new StepType(key, List.of(others));
    }

    /** The kinds of steps of a protocol and those of every protocol. */
    static Map<String, StepType> stepTypes(Protocol<?> protocol) {
        Map<String, StepType> types = new LinkedHashMap<>();
        protocol.stepTypes().forEach(type -> {
            List<Key> keys = new ArrayList<>(type.keys());
            keys.add(STEP_NAME);
            types.put(type.name(), new StepType(type.key(), keys));
        });
        STEP_TYPES.forEach(type -> types.put(type.name(), type));
        return types;
    }

    /** The JSON Schema of scenarios with the steps of a protocol. Steps inside of steps are described one level deep. */
    public static Map<String, Object> schema(Protocol<?> protocol) {
        Map<String, Object> steps = listOf(step(protocol, listOf(step(protocol, Map.of("type", "array")))));
        Map<String, Object> scenario = new LinkedHashMap<>(properties(Key.object(SCENARIO)));
        refine(scenario, "data", mappingOf(Key.object(SourceReader.KEYS)));
        refine(scenario, "start", steps);
        refine(scenario, STEPS, steps);
        Map<String, Object> flow = new LinkedHashMap<>(properties(Key.object(FLOW)));
        refine(flow, STEPS, steps);
        refine(
                scenario,
                "flows",
                mappingOf(Map.of("type", "object", "properties", flow, "additionalProperties", false)));
        return Map.of("type", "object", "properties", scenario, "additionalProperties", false);
    }

    private static Map<String, Object> step(Protocol<?> protocol, Map<String, Object> inner) {
        Map<String, Key> keys = new LinkedHashMap<>();
        stepTypes(protocol).values().forEach(type -> {
            keys.put(type.name(), type.key());
            type.keys().forEach(key -> keys.putIfAbsent(key.name(), key));
        });
        Map<String, Object> step = new LinkedHashMap<>(properties(Key.object(List.copyOf(keys.values()))));
        Map<String, Object> branch = new LinkedHashMap<>(properties(Key.object(BRANCH)));
        refine(branch, STEPS, inner);
        refine(step, "choose", listOf(Map.of("type", "object", "properties", branch, "additionalProperties", false)));
        refine(step, STEPS, inner);
        refine(step, ELSE, inner);
        return Map.of("type", "object", "properties", step, "additionalProperties", false);
    }

    /** Replaces the schema of a key, whose description stays. */
    private static void refine(Map<String, Object> properties, String key, Map<String, Object> schema) {
        Map<String, Object> refined = new LinkedHashMap<>(schema);
        if (properties.get(key) instanceof Map<?, ?> general && general.get("description") instanceof String text) {
            refined.put("description", text);
        }
        properties.put(key, refined);
    }

    private static Map<String, Object> properties(Map<String, Object> schema) {
        Map<String, Object> properties = new LinkedHashMap<>();
        if (schema.get("properties") instanceof Map<?, ?> map) {
            map.forEach((name, each) -> properties.put(String.valueOf(name), each));
        }
        return properties;
    }

    private static Map<String, Object> listOf(Map<String, Object> items) {
        return Map.of("type", "array", "items", items);
    }

    private static Map<String, Object> mappingOf(Map<String, Object> values) {
        return Map.of("type", "object", "additionalProperties", values);
    }
}
