// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

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
 * Sets a variable from a reply.
 *
 * @param name name of the variable
 * @param slot slot of the variable
 * @param place the part of the reply
 * @param path path in a JSON text, null for none
 * @param pattern pattern of which the first group is taken, null for none
 * @param otherwise text if there is none; null if that is an error
 */
record ReplyExtraction(
        String name,
        int slot,
        List<Object> place,
        @Nullable JsonPath path,
        @Nullable BoundedPattern pattern,
        @Nullable String otherwise) {
    /** The keys of an extraction. */
    static final List<Key> KEYS = List.of(
            ReplyRule.AT,
            Key.text("json", "A JSON path, such as $.items[0].id, if the reply is a JSON text."),
            Key.text("regex", "A regular expression, of which the first group is taken."),
            Key.text("default", "The text if nothing is found, which otherwise is an error."));

    private static final String EXTRACT = "extract";

    /** Reads all extractions of a step; a text is the name of a variable for the whole reply. */
    static List<ReplyExtraction> read(Section step, Scope scope) {
        if (step.value(EXTRACT) instanceof String name) {
            return List.of(new ReplyExtraction(name, scope.define(name, step), List.of(), null, null, null));
        }
        List<ReplyExtraction> extractions = new ArrayList<>();
        Section all = step.section(EXTRACT);
        for (String name : all.names()) {
            Section section = all.section(name);
            section.allow(KEYS);
            if (section.has("json") && section.has("regex")) {
                section.problem("An extraction has at most one of json and regex.", "Keep one of them.");
            }
            extractions.add(new ReplyExtraction(
                    name,
                    scope.define(name, all),
                    Reply.place(section, "at"),
                    section.has("json") ? JsonPath.compile(section.requiredText("json"), section, "json") : null,
                    section.has("regex")
                            ? BoundedPattern.compile(section.requiredText("regex"), section, "regex")
                            : null,
                    section.text("default").orElse(null)));
        }
        return extractions;
    }

    /** Sets the variable. */
    void take(@Nullable Object reply, Values values) throws StepFailure {
        Object part = Reply.at(reply, place);
        String found;
        if (path != null) {
            found = part instanceof byte[] bytes ? path.find(bytes, 0, bytes.length) : null;
        } else {
            String text = Reply.text(part);
            found = pattern == null || text == null ? text : pattern.find(text);
        }
        if (found == null && otherwise == null) {
            throw StepFailure.error("extraction", "nothing was found for '" + name + "'");
        }
        values.set(slot, found == null ? String.valueOf(otherwise) : found);
    }
}
