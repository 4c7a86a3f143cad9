// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.BoundedPattern;
import org.plateaubench.scenario.value.JsonPath;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * Sets a variable from an answer.
 *
 * @param name name of the variable
 * @param slot slot of the variable
 * @param finder finds the text
 * @param otherwise text if there is none; null if that is an error
 * @param needsBody whether the finder reads the body
 */
record Extraction(
        String name, int slot, Finder finder, @Nullable String otherwise, boolean needsBody) {
    private static final List<Key> FINDERS = List.of(
            Key.text("css", "A CSS selector, such as a.product@href for an attribute, or h1 for the text."),
            Key.text("json", "A JSON path, such as $.items[0].id."),
            Key.text("header", "The name of a header."),
            Key.text("regex", "A regular expression, of which the first group is taken."));

    /** The keys of an extraction. */
    static final List<Key> KEYS = keys();

    /** Finds a text in an answer. */
    @FunctionalInterface
    interface Finder {
        /** The text, or null. */
        @Nullable
        String find(WebAnswer answer) throws StepFailure;
    }

    private static List<Key> keys() {
        List<Key> keys = new ArrayList<>(FINDERS);
        keys.add(Key.text("default", "The text if nothing is found, which otherwise is an error."));
        return List.copyOf(keys);
    }

    /** Reads all extractions of a step. */
    static List<Extraction> read(Section step, Scope scope) {
        List<Extraction> extractions = new ArrayList<>();
        Section all = step.section("extract");
        for (String name : all.names()) {
            Section section = all.section(name);
            section.allow(KEYS);
            int slot = scope.define(name, all);
            List<String> kinds =
                    FINDERS.stream().map(Key::name).filter(section::has).toList();
            if (kinds.size() != 1) {
                section.problem("An extraction has exactly one of css, json, header and regex.", "Write one of them.");
                continue;
            }
            String kind = kinds.getFirst();
            Finder finder = finder(kind, section.requiredText(kind), section, kind);
            if (finder != null) {
                extractions.add(new Extraction(
                        name, slot, finder, section.text("default").orElse(null), !kind.equals("header")));
            }
        }
        return extractions;
    }

    /** The finder of a kind; null after a problem at the key. */
    static @Nullable Finder finder(String kind, String text, Section where, String key) {
        return switch (kind) {
            case "css" -> {
                Selector selector = Selector.compile(text, where, key);
                yield selector == null ? null : selector::find;
            }
            case "json" -> {
                JsonPath path = JsonPath.compile(text, where, key);
                yield path == null ? null : answer -> path.find(answer.bytes(), answer.offset(), answer.length());
            }
            case "header" -> answer -> answer.header(text);
            default -> {
                BoundedPattern pattern = BoundedPattern.compile(text, where, key);
                yield pattern == null ? null : answer -> pattern.find(answer.text());
            }
        };
    }

    /** Sets the variable. */
    void take(WebAnswer answer, Values values) throws StepFailure {
        String found = finder.find(answer);
        if (found == null && otherwise == null) {
            throw StepFailure.error("extraction", "nothing was found for '" + name + "'");
        }
        values.set(slot, found == null ? String.valueOf(otherwise) : found);
    }
}
