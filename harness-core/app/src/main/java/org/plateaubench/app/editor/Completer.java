// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.editor.Completion.Item;
import org.plateaubench.app.editor.Completion.Kind;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.WorkloadDescription;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.edit.RunFileText;
import org.plateaubench.engine.config.load.LoadKeys;
import org.plateaubench.engine.config.load.MixType;

/** Proposes keys and values from the schema of run files and from the descriptions of plugins. */
record Completer(Map<String, Object> schema, PluginDescriptions plugins) {
    private static final int MOST = 200;
    private static final String WORKLOADS = RunFileKeys.WORKLOADS.name();
    private static final String QOS = RunFileKeys.QOS.name();
    private static final List<String> BY_OPERATION = List.of(QOS, RunFileKeys.TIMEOUT.name());

    /** The proposals; empty for a place outside the text. */
    Completion complete(String text, int line, int column) {
        String[] lines = text.split("\r?\n", -1);
        if (line < 1 || line > lines.length || column < 1 || column > lines[line - 1].length() + 1) {
            return Completion.of(line, column, column, List.of());
        }
        String before = lines[line - 1].substring(0, column - 1);
        if (lines[line - 1].length() > CursorPlace.LONGEST_LINE
                || before.strip().startsWith("#")
                || before.contains(" #")) {
            return Completion.of(line, column, column, List.of());
        }
        CursorPlace place = CursorPlace.of(lines, line - 1, before);
        RunFileText other = otherLines(lines, line - 1);
        List<Item> items = new ArrayList<>();
        if (place.key().isEmpty()) {
            items.addAll(keys(place, other, lines[line - 1]));
        }
        if (!place.key().isEmpty() || place.isElement()) {
            items.addAll(values(place, other));
        }
        String typed = place.word().toLowerCase(Locale.ROOT).replace("\"", "").replace("'", "");
        return Completion.of(line, column - place.word().length(), column, fitting(items, typed));
    }

    /** The items that begin with the typed text, or if there are none, those that contain it. */
    private static List<Item> fitting(List<Item> items, String typed) {
        if (typed.startsWith("$")) {
            return items;
        }
        List<Item> beginning = items.stream()
                .filter(item -> item.label().toLowerCase(Locale.ROOT).startsWith(typed))
                .limit(MOST)
                .toList();
        return beginning.isEmpty()
                ? items.stream()
                        .filter(item -> item.label().toLowerCase(Locale.ROOT).contains(typed))
                        .limit(MOST)
                        .toList()
                : beginning;
    }

    /** The text without the line that is being typed, or, if that is invalid too, only the text above it. */
    private static RunFileText otherLines(String[] lines, int line) {
        String[] without = lines.clone();
        without[line] = "";
        RunFileText read = RunFileText.of(String.join("\n", without));
        return read.isMapping()
                ? read
                : RunFileText.of(String.join("\n", List.of(lines).subList(0, line)));
    }

    private List<Item> keys(CursorPlace place, RunFileText text, String line) {
        Set<String> given = new LinkedHashSet<>(text.keys(dotted(place.path())));
        List<Item> items = new ArrayList<>();
        Map<String, Map<?, ?>> properties = new LinkedHashMap<>();
        for (Map<?, ?> node : new SchemaWalk(schema, text).at(place.path())) {
            SchemaNode.at(node, "properties").forEach((key, value) -> {
                if (value instanceof Map<?, ?> property) {
                    properties.putIfAbsent(String.valueOf(key), property);
                }
            });
        }
        properties.forEach((name, property) -> {
            if (!given.contains(name) && !isWritten(line, place, name)) {
                items.add(key(name, property, place));
            }
        });
        for (String name : names(place.path(), text)) {
            if (!given.contains(name)) {
                String shown = name.equals("*") ? "\"*\"" : name;
                items.add(new Item(shown + ": ", name, "", described(place.path(), text, name), Kind.KEY));
            }
        }
        return items;
    }

    /** Whether a key is already elsewhere in the braces of the line. */
    private static boolean isWritten(String line, CursorPlace place, String name) {
        return place.isInline() && line.matches(".*[{,]\\s*" + Pattern.quote(name) + "\\s*:.*");
    }

    private static Item key(String name, Map<?, ?> property, CursorPlace place) {
        boolean isMapping = "object".equals(property.get("type")) && !place.isInline();
        String text = isMapping ? name + ":\n" + " ".repeat(place.indent() + 2) : name + ": ";
        Object standard = property.get("default");
        String detail = standard == null ? type(property) : "default " + RunFileText.inline(standard);
        return new Item(text, name, detail, SchemaNode.description(property), Kind.KEY);
    }

    private static String type(Map<?, ?> property) {
        String definition = SchemaNode.definition(property);
        if (!definition.isEmpty()) {
            return definition;
        }
        List<String> words = SchemaNode.words(SchemaNode.resolved(property));
        return !words.isEmpty() ? String.join(" | ", words) : property.get("type") instanceof String type ? type : "";
    }

    private List<Item> values(CursorPlace place, RunFileText text) {
        List<String> path = new ArrayList<>(place.path());
        if (!place.key().isEmpty()) {
            path.add(place.key());
        }
        List<Item> items = new ArrayList<>();
        if (place.word().contains("$")) {
            items.add(new Item("\"${tile}\"", "${tile}", "", "Number of the tile, from 1.", Kind.VALUE));
            items.add(new Item(
                    "\"${env:NAME}\"", "${env:NAME}", "", "Read from the environment; never stored.", Kind.VALUE));
            items.add(new Item("\"${file:path}\"", "${file:path}", "", "Read from a file; never stored.", Kind.VALUE));
            return items;
        }
        if (path.size() == 3
                && path.getFirst().equals(WORKLOADS)
                && path.getLast().equals(RunFileKeys.SUT.name())) {
            text.keys(RunFileKeys.SUTS.name())
                    .forEach(sut -> items.add(new Item(sut, sut, "", service(text, sut), Kind.VALUE)));
            return items;
        }
        if (path.contains(MixType.SEQUENCE) && place.isElement()) {
            names(path.subList(0, path.size() - 1), text).stream()
                    .filter(name -> !name.equals("*"))
                    .forEach(name -> items.add(new Item(name, name, "", described(path, text, name), Kind.VALUE)));
        }
        for (Map<?, ?> node : new SchemaWalk(schema, text).at(path)) {
            add(items, node);
        }
        Set<String> labels = new LinkedHashSet<>();
        return items.stream().filter(item -> labels.add(item.label())).toList();
    }

    private void add(List<Item> items, Map<?, ?> node) {
        for (String word : SchemaNode.words(node)) {
            items.add(new Item(
                    word,
                    word,
                    "",
                    plugins.service(word).map(found -> found.description()).orElse(""),
                    Kind.VALUE));
        }
        // A parameter may hold a reference in a text instead.
        boolean mayBeText = node.get("type") instanceof List<?> types && types.contains("boolean") && types.size() == 2;
        if (mayBeText || "boolean".equals(node.get("type"))) {
            items.add(new Item("true", "true", "", "", Kind.VALUE));
            items.add(new Item("false", "false", "", "", Kind.VALUE));
        }
        Object standard = node.get("default");
        if (standard != null && SchemaNode.words(node).isEmpty()) {
            String text = RunFileText.inline(standard);
            items.add(new Item(text, text, "default", "", Kind.VALUE));
        }
    }

    private static String service(RunFileText text, String sut) {
        String path = RunFileKeys.SERVICE.within(RunFileKeys.SUTS.entry(sut));
        return text.at(path) instanceof String service ? service : "";
    }

    /** Keys that are names of operations or units, for limits, timeouts and mixes. */
    private List<String> names(List<String> path, RunFileText text) {
        WorkloadDefinition definition = definition(path, text);
        if (definition == null) {
            return List.of();
        }
        List<String> units =
                definition.units().stream().map(UnitDefinition::name).toList();
        if (path.size() > 3 && path.get(2).equals(RunFileKeys.MIX.name())) {
            return units;
        }
        boolean isUnits = path.subList(2, path.size()).equals(List.of(RunFileKeys.LOAD.name(), LoadKeys.UNITS.name()));
        if (isUnits) {
            return units;
        }
        if (path.size() != 3 || !BY_OPERATION.contains(path.get(2))) {
            return List.of();
        }
        Stream<String> parts = path.get(2).equals(QOS)
                ? LimitSubject.of(definition).stream().map(LimitSubject::name)
                : definition.operations().stream().map(OperationDefinition::name);
        return Stream.concat(Stream.of("*"), parts).toList();
    }

    private String described(List<String> path, RunFileText text, String name) {
        WorkloadDefinition definition = definition(path, text);
        if (definition == null) {
            return "";
        }
        Stream<String> ofOperation = definition.operations().stream()
                .filter(operation -> operation.name().equals(name))
                .map(OperationDefinition::description);
        Stream<String> ofMeasure = definition.measures().stream()
                .filter(measure -> measure.name().equals(name))
                .map(MeasureDefinition::description);
        return Stream.concat(ofOperation, ofMeasure).findFirst().orElse(name.equals("*") ? "All operations." : "");
    }

    private @Nullable WorkloadDefinition definition(List<String> path, RunFileText text) {
        return path.size() >= 3
                        && path.getFirst().equals(WORKLOADS)
                        && text.at(RunFileKeys.PLUGIN.within(dotted(path.subList(0, 2)))) instanceof String reference
                ? plugins.workload(reference, Map.of())
                        .map(WorkloadDescription::definition)
                        .orElse(null)
                : null;
    }

    /** The path of a mapping in the text; elements of lists have no known keys. */
    private static String dotted(List<String> path) {
        return String.join(".", path).replace("." + CursorPlace.ELEMENT, "[999999]");
    }
}
