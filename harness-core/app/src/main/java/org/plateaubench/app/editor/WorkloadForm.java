// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.Reach;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.editor.Form.Choice;
import org.plateaubench.app.editor.Form.Field;
import org.plateaubench.app.editor.Form.Part;
import org.plateaubench.app.editor.Form.Section;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.WorkloadDescription;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.key.Key;

/** Creates the sections of workloads. */
final class WorkloadForm {
    private static final String ALL = "*";
    private static final String PARAMETERS = "Parameters";
    private static final String LOAD = "Load";

    /** The keys that are not simply fields below the SUT. */
    private static final Set<Key<?>> ELSEWHERE = Set.of(
            RunFileKeys.PLUGIN,
            RunFileKeys.SUT,
            RunFileKeys.LOAD,
            RunFileKeys.MIX,
            RunFileKeys.PARAMETERS,
            RunFileKeys.TIMEOUT,
            RunFileKeys.QOS,
            RunFileKeys.EXECUTION);

    private final Map<?, ?> schema;
    private final PluginDescriptions plugins;
    private final FieldMaker fields;

    /** A maker of forms with the schema of all workloads. */
    WorkloadForm(Map<?, ?> schema, PluginDescriptions plugins, FieldMaker fields) {
        this.schema = SchemaNode.at(schema, "additionalProperties");
        this.plugins = plugins;
        this.fields = fields;
    }

    Section section(String name) {
        String path = "workloads." + name;
        WorkloadDescription workload = described(path);
        WorkloadDefinition definition = workload == null ? null : workload.definition();
        List<Field> result = new ArrayList<>();
        result.add(plugin(path));
        result.add(sut(path, workload));
        RunFileKeys.OF_WORKLOAD.all().stream()
                .filter(key -> !ELSEWHERE.contains(key))
                .forEach(key -> result.add(fields.of(path, "", key)));
        new LoadForm(fields, path, definition).addTo(result);
        if (workload != null) {
            workload.parameters()
                    .forEach(parameter -> result.add(fields.of(path + ".parameters", PARAMETERS, parameter)));
        }
        result.add(FieldMaker.withDefault(fields.of(path, LOAD, RunFileKeys.MIX), LoadForm.mix(definition)));
        result.add(fields.of(path, "Limits", RunFileKeys.TIMEOUT));
        result.add(fields.of(path, LOAD, RunFileKeys.EXECUTION));
        limits(path, definition, result);
        return new Section(
                path,
                Part.WORKLOAD,
                name,
                "Workload " + name,
                workload == null ? SchemaNode.description(schema) : workload.description(),
                result,
                List.of(FormMaker.removal(path, "workload " + name)));
    }

    private @Nullable WorkloadDescription described(String path) {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        if (fields.text().at(path + ".parameters") instanceof Map<?, ?> given) {
            given.forEach((key, value) -> parameters.put(String.valueOf(key), value));
        }
        return fields.text().at(path + ".plugin") instanceof String reference
                ? plugins.workload(reference, parameters).orElse(null)
                : null;
    }

    /** The schema of the installation, unlike the key, lists the plugins. */
    private Field plugin(String path) {
        Key<?> key = RunFileKeys.PLUGIN;
        return fields.of(path + "." + key.name(), "", SchemaNode.property(schema, key.name()), true, false);
    }

    private Field sut(String path, @Nullable WorkloadDescription workload) {
        List<Choice> choices = Choice.of(fields.text().keys("suts"));
        Field field = fields.choice(path + ".sut", "", choices, null, RunFileKeys.SUT.help());
        boolean isRequired = workload != null && workload.needsSut();
        return new Field(
                field.path(),
                "",
                field.label(),
                field.kind(),
                "",
                null,
                null,
                choices,
                null,
                field.value(),
                field.isGiven(),
                isRequired,
                false,
                Reach.FREE,
                workload != null && !isRequired && !field.isGiven(),
                field.help());
    }

    private void limits(String path, @Nullable WorkloadDefinition definition, List<Field> result) {
        result.add(fields.limits(path + ".qos." + ALL, List.of(), "All operations together, and each by itself."));
        Set<String> known = new LinkedHashSet<>(List.of(ALL));
        if (definition != null) {
            for (OperationDefinition operation : definition.operations()) {
                known.add(operation.name());
                result.add(fields.limits(
                        path + ".qos." + operation.name(), texts(operation.limits()), operation.description()));
            }
            for (UnitDefinition unit : definition.units()) {
                if (!unit.isSingleOperation() && known.add(unit.name())) {
                    result.add(fields.limits(
                            path + ".qos." + unit.name(),
                            List.of(),
                            "The whole unit, from its intended start to its last end."));
                }
            }
            for (MeasureDefinition measure : definition.measures()) {
                if (measure.kind() == MeasureDefinition.Kind.SERIES && known.add(measure.name())) {
                    result.add(fields.limits(
                            path + ".qos." + measure.name(), texts(measure.limits()), measure.description()));
                }
            }
        }
        fields.text().keys(path + ".qos").stream()
                .filter(known::add)
                .forEach(key -> result.add(fields.limits(path + ".qos." + key, List.of(), "")));
    }

    private static List<String> texts(List<QosLimit> limits) {
        return limits.stream().map(QosLimit::toString).toList();
    }
}
