// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.editor.Form.Choice;
import org.plateaubench.app.editor.Form.Field;
import org.plateaubench.app.editor.Form.Kind;
import org.plateaubench.app.editor.Form.Part;
import org.plateaubench.app.editor.Form.Section;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.WorkloadDescription;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.edit.RunFileText;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.load.MixType;

/** Creates the sections of workloads. */
final class WorkloadForm {
    private static final String ALL = "*";
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
    private final RunFileText text;

    WorkloadForm(Map<?, ?> schema, PluginDescriptions plugins, RunFileText text) {
        this.schema = SchemaNode.at(schema, "additionalProperties");
        this.plugins = plugins;
        this.text = text;
    }

    Section section(String name) {
        String path = RunFileKeys.WORKLOADS.entry(name);
        WorkloadDescription workload = described(path);
        WorkloadDefinition definition = workload == null ? null : workload.definition();
        List<Field> result = new ArrayList<>();
        result.add(plugin(path));
        result.add(sut(path, workload));
        RunFileKeys.OF_WORKLOAD.all().stream()
                .filter(key -> !ELSEWHERE.contains(key))
                .forEach(key -> result.add(FieldMaker.of(path, key).with(text)));
        new LoadForm(text, path, definition).addTo(result);
        if (workload != null) {
            workload.parameters()
                    .forEach(parameter -> result.add(FieldMaker.of(RunFileKeys.PARAMETERS.within(path), parameter)
                            .with(text)));
        }
        FieldDraft mix = FieldMaker.of(path, RunFileKeys.MIX)
                .defaultValue(definition == null ? null : RunFileText.inline(MixType.written(definition.mix())));
        result.add(mix.in(LOAD).with(text));
        result.add(FieldMaker.of(path, RunFileKeys.TIMEOUT).in("Limits").with(text));
        result.add(FieldMaker.of(path, RunFileKeys.EXECUTION).in(LOAD).with(text));
        limits(path, definition, result);
        return new Section(
                path,
                Part.WORKLOAD,
                name,
                "Workload " + name,
                workload == null ? SchemaNode.description(schema) : workload.description(),
                result,
                List.of(Form.Action.removal(path, "workload " + name)));
    }

    private @Nullable WorkloadDescription described(String path) {
        Map<String, @Nullable Object> parameters = new LinkedHashMap<>();
        if (text.at(RunFileKeys.PARAMETERS.within(path)) instanceof Map<?, ?> given) {
            given.forEach((key, value) -> parameters.put(String.valueOf(key), value));
        }
        return text.at(RunFileKeys.PLUGIN.within(path)) instanceof String reference
                ? plugins.workload(reference, parameters).orElse(null)
                : null;
    }

    /** The schema of the installation, unlike the key, lists the plugins. */
    private Field plugin(String path) {
        return FieldMaker.of(RunFileKeys.PLUGIN.within(path), SchemaNode.property(schema, RunFileKeys.PLUGIN.name()))
                .required(true)
                .with(text);
    }

    private Field sut(String path, @Nullable WorkloadDescription workload) {
        String sut = RunFileKeys.SUT.within(path);
        boolean isRequired = workload != null && workload.needsSut();
        return new FieldDraft(sut, Kind.CHOICE, RunFileKeys.SUT.help())
                .choices(Choice.of(text.keys(RunFileKeys.SUTS.name())))
                .required(isRequired)
                .advanced(workload != null && !isRequired && !text.gives(sut))
                .with(text);
    }

    private Field limits(String path, String operation, List<QosLimit> defaults, String help) {
        return new FieldDraft(RunFileKeys.QOS.within(path) + "." + operation, Kind.LIMITS, help)
                .in("Limits")
                .defaultValue(defaults.stream().map(QosLimit::toString).toList())
                .with(text);
    }

    private void limits(String path, @Nullable WorkloadDefinition definition, List<Field> result) {
        result.add(limits(path, ALL, List.of(), "All operations together, and each by itself."));
        Set<String> known = new LinkedHashSet<>(List.of(ALL));
        for (LimitSubject subject : definition == null ? List.<LimitSubject>of() : LimitSubject.of(definition)) {
            known.add(subject.name());
            result.add(limits(path, subject.name(), subject.limits(), subject.help()));
        }
        text.keys(RunFileKeys.QOS.within(path)).stream()
                .filter(known::add)
                .forEach(key -> result.add(limits(path, key, List.of(), "")));
    }
}
