// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.config.ConfigNode.Scalar;

/** Limits by operation or unit: a limit, or a list of them. */
final class LimitsType implements ValueType<Map<String, List<QosLimit>>> {
    static final LimitsType ANY = new LimitsType();

    /** The name of a limit among the definitions of the schema. */
    static final String DEFINITION = "limit";

    private LimitsType() {}

    @Override
    public Map<String, List<QosLimit>> read(ConfigNode node, String path, Reading reading) {
        Map<String, List<QosLimit>> result = new LinkedHashMap<>();
        Section qos = Section.of(path, node, reading);
        qos.all().forEach((operation, value) -> {
            List<QosLimit> limits = new ArrayList<>();
            String below = qos.path(operation);
            switch (value) {
                case Scalar scalar -> addLimit(limits, below, scalar, reading);
                case ConfigNode.Sequence list -> {
                    for (int i = 0; i < list.elements().size(); i++) {
                        addLimit(limits, below + "[" + i + "]", list.elements().get(i), reading);
                    }
                }
                case ConfigNode.Mapping mapping -> reading.mustBe("a list of limits", mapping, below);
            }
            result.put(operation, List.copyOf(limits));
        });
        return result;
    }

    private static void addLimit(List<QosLimit> limits, String path, ConfigNode node, Reading reading) {
        String text = TextType.ANY.read(node, path, reading);
        if (text == null) {
            return;
        }
        try {
            limits.add(QosLimit.parse(text));
        } catch (IllegalArgumentException e) {
            reading.problem(node, path, String.valueOf(e.getMessage()));
        }
    }

    /** The schema of every limit. */
    static Map<String, Object> definition() {
        return TextType.ANY.schema("A limit: " + QosLimit.FORMS + ".");
    }

    @Override
    public Map<String, Object> schema(String help) {
        Map<String, Object> limit = SchemaForm.reference(DEFINITION);
        return SchemaForm.byOperation(
                help, SchemaForm.oneWay("", "anyOf", List.of(limit, SchemaForm.list("", limit, 0))));
    }

    @Override
    public String words() {
        return "limits by operation or unit";
    }
}
