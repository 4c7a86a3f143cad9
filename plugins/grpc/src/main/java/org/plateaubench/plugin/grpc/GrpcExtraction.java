// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.grpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
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
 * @param needsMessages whether it reads the messages
 */
record GrpcExtraction(
        String name,
        int slot,
        GrpcRule.Finder finder,
        @Nullable String otherwise,
        boolean needsMessages) {
    /** The keys of an extraction. */
    static final List<Key> KEYS = List.of(
            Key.text(GrpcRule.JSON, "A JSON path, such as $.id, or $[0].id in the list that a stream is."),
            Key.text(GrpcRule.METADATA, "The name of metadata of the answer."),
            Key.text("default", "The text if nothing is found, which otherwise is an error."));

    /** Reads all extractions of a step. */
    static List<GrpcExtraction> read(Section step, Scope scope) {
        List<GrpcExtraction> extractions = new ArrayList<>();
        Section all = step.section("extract");
        for (String name : all.names()) {
            Section section = all.section(name);
            section.allow(KEYS);
            int slot = scope.define(name, all);
            String kind = section.has(GrpcRule.JSON) ? GrpcRule.JSON : GrpcRule.METADATA;
            if (section.has(GrpcRule.JSON) == section.has(GrpcRule.METADATA)) {
                section.problem("An extraction has either json or metadata.", "Write one of them.");
                continue;
            }
            GrpcRule.Finder finder = GrpcRule.finder(kind, section.requiredText(kind), section, kind);
            if (finder != null) {
                extractions.add(new GrpcExtraction(
                        name, slot, finder, section.text("default").orElse(null), kind.equals(GrpcRule.JSON)));
            }
        }
        return extractions;
    }

    /** Sets the variable. */
    void take(GrpcAnswer answer, Values values) throws StepFailure {
        String found = finder.find(answer);
        if (found == null && otherwise == null) {
            throw StepFailure.error("extraction", "nothing was found for '" + name + "'");
        }
        values.set(slot, found == null ? String.valueOf(otherwise) : found);
    }
}
