// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import static org.plateaubench.engine.config.key.SchemaForm.ordered;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.app.editor.Form.Action;
import org.plateaubench.app.editor.Form.Choice;
import org.plateaubench.app.editor.Form.Field;
import org.plateaubench.app.editor.Form.Kind;
import org.plateaubench.app.editor.Form.Part;
import org.plateaubench.app.editor.Form.Section;
import org.plateaubench.app.plugin.ParameterDescription;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.ServiceDescription;
import org.plateaubench.app.plugin.WorkloadDescription;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.edit.RunFileEdit.Change;
import org.plateaubench.engine.config.edit.RunFileText;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;

/** Creates the form of a text. */
record FormMaker(Map<?, ?> schema, PluginDescriptions plugins, RunFileText text) {
    private static final int FEW_USERS = 8;

    Form make() {
        List<Section> sections = new ArrayList<>();
        sections.add(plain(RunFileKeys.RUN, RunFileKeys.OF_RUN, Part.RUN, "Run"));
        // A schedule may give the length of the steady phase, so that no phase is required.
        sections.add(plain(RunFileKeys.PHASES, RunFileKeys.OF_PHASES, Part.PHASES, "Phases"));
        sections.add(tiles());
        text.keys("suts").forEach(name -> sections.add(sut(name)));
        WorkloadForm workloads = new WorkloadForm(SchemaNode.at(schema, "properties", "workloads"), plugins, text);
        text.keys("workloads").forEach(name -> sections.add(workloads.section(name)));
        return new Form(sections, additions());
    }

    private Section plain(Key<?> section, Keys keys, Part part, String title) {
        List<Field> result = keys.all().stream()
                .map(key -> FieldMaker.of(section.name(), key).with(text))
                .toList();
        return new Section(section.name(), part, null, title, section.help(), result, List.of());
    }

    private Section tiles() {
        Map<?, ?> section = SchemaNode.property(schema, "tiles");
        boolean isDetailed = text.at("tiles") instanceof Map;
        Map<?, ?> detailed = SchemaNode.alternative(section, "oneOf", 1);
        String count = isDetailed ? "tiles.count" : "tiles";
        List<Field> result = new ArrayList<>();
        result.add(FieldMaker.of(count, SchemaNode.property(detailed, "count"))
                .defaultValue("1")
                .with(text));
        Object number = text.at(count) instanceof String given ? given : "1";
        Map<?, ?> start = SchemaNode.property(detailed, "start");
        List<Choice> choices = List.of(
                new Choice("aligned", "aligned", List.of(new Change("tiles", number))),
                new Choice(
                        "staggered",
                        "staggered",
                        List.of(new Change("tiles", ordered("count", number, "start", "staggered", "every", "5s")))));
        String given = text.at("tiles.start") instanceof String word ? word : "aligned";
        result.add(new FieldDraft("tiles.start", Kind.CHOICE, SchemaNode.description(start))
                .choices(choices)
                .showing(given)
                .required(true)
                .with(text));
        if (isDetailed) {
            result.add(FieldMaker.of("tiles.every", SchemaNode.property(detailed, "every"))
                    .with(text));
        }
        result.add(FieldMaker.of("periods", SchemaNode.property(schema, "periods"))
                .advanced(true)
                .with(text));
        return new Section("tiles", Part.TILES, null, "Tiles", SchemaNode.description(section), result, List.of());
    }

    private Section sut(String name) {
        String path = "suts." + name;
        Map<?, ?> section = SchemaNode.at(schema, "properties", "suts", "additionalProperties");
        List<Field> result = new ArrayList<>();
        for (String key : List.of("service", "mode")) {
            result.add(FieldMaker.of(path + "." + key, SchemaNode.property(section, key))
                    .required(true)
                    .with(text));
        }
        ServiceDescription service = text.at(path + ".service") instanceof String given
                ? plugins.service(given).orElse(null)
                : null;
        if (service != null) {
            service.parameters()
                    .forEach(parameter ->
                            result.add(FieldMaker.of(path, parameter).with(text)));
        }
        String help = service == null ? SchemaNode.description(section) : service.description();
        return new Section(
                path, Part.SUT, name, "SUT " + name, help, result, List.of(Action.removal(path, "SUT " + name)));
    }

    private List<Action> additions() {
        List<Action> result = new ArrayList<>();
        for (ServiceDescription service : plugins.services()) {
            String name = free("suts", service.name());
            result.add(new Action(
                    "suts." + service.name(),
                    "SUT " + service.name(),
                    service.description(),
                    List.of(new Change(
                            "suts." + name,
                            ordered(
                                    "service",
                                    service.name(),
                                    "mode",
                                    service.embeddable() ? "embedded" : "external")))));
        }
        for (String reference : plugins.workloadReferences()) {
            plugins.workload(reference, Map.of()).ifPresent(workload -> result.add(addition(workload)));
        }
        return result;
    }

    private Action addition(WorkloadDescription workload) {
        Map<String, Object> value = ordered("plugin", workload.reference());
        List<String> suts = text.keys("suts");
        if (workload.needsSut() && !suts.isEmpty()) {
            value.put("sut", suts.getLast());
        }
        value.put("load", ordered("users", FEW_USERS));
        Map<String, Object> required = new LinkedHashMap<>();
        workload.parameters().stream()
                .filter(ParameterDescription::isRequired)
                .forEach(parameter -> required.put(parameter.name(), StarterFile.firstValue(parameter)));
        if (!required.isEmpty()) {
            value.put("parameters", required);
        }
        String path = "workloads." + free("workloads", workload.name());
        return new Action(
                "workloads." + workload.reference().replace('/', '.'),
                "Workload " + workload.reference(),
                workload.description(),
                List.of(new Change(path, value)));
    }

    private String free(String section, String wanted) {
        List<String> taken = text.keys(section);
        String name = wanted;
        for (int i = 2; taken.contains(name); i++) {
            name = wanted + "-" + i;
        }
        return name;
    }
}
