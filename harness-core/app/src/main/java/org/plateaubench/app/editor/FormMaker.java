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
import org.plateaubench.engine.config.load.LoadKeys;
import org.plateaubench.engine.config.repetition.TilesSpec;
import org.plateaubench.engine.config.repetition.TilesType;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.spi.SutContext;

/** Creates the form of a text. */
record FormMaker(Map<?, ?> schema, PluginDescriptions plugins, RunFileText text) {
    private static final int FEW_USERS = 8;
    private static final String ALIGNED = Documents.word(TilesSpec.Start.ALIGNED);
    private static final String STAGGERED = Documents.word(TilesSpec.Start.STAGGERED);

    Form make() {
        List<Section> sections = new ArrayList<>();
        sections.add(plain(RunFileKeys.RUN, RunFileKeys.OF_RUN, Part.RUN, "Run"));
        // A schedule may give the length of the steady phase, so that no phase is required.
        sections.add(plain(RunFileKeys.PHASES, RunFileKeys.OF_PHASES, Part.PHASES, "Phases"));
        sections.add(tiles());
        text.keys(RunFileKeys.SUTS.name()).forEach(name -> sections.add(sut(name)));
        WorkloadForm workloads =
                new WorkloadForm(SchemaNode.property(schema, RunFileKeys.WORKLOADS.name()), plugins, text);
        text.keys(RunFileKeys.WORKLOADS.name()).forEach(name -> sections.add(workloads.section(name)));
        return new Form(sections, additions());
    }

    private Section plain(Key<?> section, Keys keys, Part part, String title) {
        List<Field> result = keys.all().stream()
                .map(key -> FieldMaker.of(section.name(), key).with(text))
                .toList();
        return new Section(section.name(), part, null, title, section.help(), result, List.of());
    }

    private Section tiles() {
        String tiles = RunFileKeys.TILES.name();
        boolean isDetailed = text.at(tiles) instanceof Map;
        String count = isDetailed ? TilesType.COUNT.within(tiles) : tiles;
        List<Field> result = new ArrayList<>();
        result.add(
                FieldMaker.of(count, TilesType.COUNT.schema()).defaultValue("1").with(text));
        Object number = text.at(count) instanceof String given ? given : "1";
        String start = TilesType.START.within(tiles);
        List<Choice> choices = List.of(
                new Choice(ALIGNED, ALIGNED, List.of(new Change(tiles, number))),
                new Choice(STAGGERED, STAGGERED, List.of(new Change(tiles, staggered(number)))));
        String given = text.at(start) instanceof String word ? word : ALIGNED;
        result.add(new FieldDraft(start, Kind.CHOICE, TilesType.START.help())
                .choices(choices)
                .showing(given)
                .required(true)
                .with(text));
        if (isDetailed) {
            result.add(FieldMaker.of(tiles, TilesType.EVERY).with(text));
        }
        result.add(FieldMaker.of("", RunFileKeys.PERIODS).with(text));
        return new Section(tiles, Part.TILES, null, "Tiles", RunFileKeys.TILES.help(), result, List.of());
    }

    private static Map<String, Object> staggered(Object number) {
        return ordered(TilesType.COUNT.name(), number, TilesType.START.name(), STAGGERED, TilesType.EVERY.name(), "5s");
    }

    private Section sut(String name) {
        String path = RunFileKeys.SUTS.entry(name);
        Map<?, ?> section = SchemaNode.at(SchemaNode.property(schema, RunFileKeys.SUTS.name()), "additionalProperties");
        List<Field> result = new ArrayList<>();
        for (Key<?> key : RunFileKeys.OF_SUT.all()) {
            result.add(FieldMaker.of(key.within(path), SchemaNode.property(section, key.name()))
                    .required(true)
                    .with(text));
        }
        ServiceDescription service = text.at(RunFileKeys.SERVICE.within(path)) instanceof String given
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
            String name = free(RunFileKeys.SUTS.name(), service.name());
            result.add(new Action(
                    RunFileKeys.SUTS.entry(service.name()),
                    "SUT " + service.name(),
                    service.description(),
                    List.of(new Change(
                            RunFileKeys.SUTS.entry(name),
                            StarterFile.sut(
                                    service,
                                    service.embeddable() ? SutContext.Mode.EMBEDDED : SutContext.Mode.EXTERNAL)))));
        }
        for (String reference : plugins.workloadReferences()) {
            plugins.workload(reference, Map.of()).ifPresent(workload -> result.add(addition(workload)));
        }
        return result;
    }

    private Action addition(WorkloadDescription workload) {
        Map<String, Object> value = ordered(RunFileKeys.PLUGIN.name(), workload.reference());
        List<String> suts = text.keys(RunFileKeys.SUTS.name());
        if (workload.needsSut() && !suts.isEmpty()) {
            value.put(RunFileKeys.SUT.name(), suts.getLast());
        }
        value.put(RunFileKeys.LOAD.name(), ordered(LoadKeys.USERS.name(), FEW_USERS));
        Map<String, Object> required = new LinkedHashMap<>();
        workload.parameters().stream()
                .filter(ParameterDescription::isRequired)
                .forEach(parameter -> required.put(parameter.name(), StarterFile.firstValue(parameter)));
        if (!required.isEmpty()) {
            value.put(RunFileKeys.PARAMETERS.name(), required);
        }
        String path = RunFileKeys.WORKLOADS.entry(free(RunFileKeys.WORKLOADS.name(), workload.name()));
        return new Action(
                RunFileKeys.WORKLOADS.entry(workload.reference().replace('/', '.')),
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
