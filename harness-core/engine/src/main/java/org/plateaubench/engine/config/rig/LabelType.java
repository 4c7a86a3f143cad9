// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.rig;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;

/** The type of the labels by which agents of a broker are chosen: {@code label: { site: a }}. */
final class LabelType {
    private static final int MOST_LABELS = 16;
    private static final int LONGEST_LABEL = 64;

    static final Key<Map<String, String>> LABEL = Key.of(
                    "label",
                    ValueType.of("labels, such as {site: a}", LabelType::labelSchema, LabelType::label),
                    "Labels that an agent must have, all of them.")
            .anyClass("the audits hold for each agent");

    private LabelType() {}

    private static @Nullable Map<String, String> label(ConfigNode node, String path, Reading reading) {
        if (!(node instanceof ConfigNode.Mapping mapping)
                || mapping.fields().isEmpty()
                || mapping.fields().size() > MOST_LABELS) {
            reading.mustBe("a mapping with 1 to " + MOST_LABELS + " labels, such as {site: a}", node, path);
            return null;
        }
        Map<String, String> labels = new LinkedHashMap<>();
        Section.of(path, node, reading).named("label").forEach((name, value) -> {
            if (value instanceof Scalar scalar
                    && !scalar.isNothing()
                    && scalar.text().length() <= LONGEST_LABEL) {
                labels.put(name, scalar.text());
            } else {
                reading.mustBe("a text of at most " + LONGEST_LABEL + " characters", value, path + "." + name);
            }
        });
        return labels.isEmpty() ? null : labels;
    }

    private static Map<String, Object> labelSchema(String help) {
        return SchemaForm.with(
                SchemaForm.byName(
                        help,
                        SchemaForm.oneWay(
                                "",
                                "anyOf",
                                List.of(
                                        SchemaForm.with(SchemaForm.typed("string", ""), "maxLength", LONGEST_LABEL),
                                        SchemaForm.typed("number", ""),
                                        SchemaForm.typed("boolean", "")))),
                "minProperties",
                1);
    }
}
