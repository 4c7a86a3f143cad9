// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;

/** The types of values that are given by operation: timeouts and limits. */
final class ByOperationTypes {
    /** The name of a limit among the definitions of the schema. */
    static final String LIMIT_DEFINITION = "limit";

    /** One duration for all operations, or a duration by operation. */
    static final ValueType<Map<String, Duration>> TIMEOUTS = ValueType.of(
            "a duration, or durations by operation",
            help -> SchemaForm.oneWay(
                    help,
                    "anyOf",
                    List.of(
                            ScalarTypes.DURATION.schema(""),
                            SchemaForm.byOperation("By operation.", ScalarTypes.DURATION.schema("")))),
            ByOperationTypes::timeouts);

    /** Limits by operation or unit: a limit, or a list of them. */
    static final ValueType<Map<String, List<QosLimit>>> LIMITS = ValueType.of(
            "limits by operation or unit",
            help -> SchemaForm.byOperation(
                    help,
                    SchemaForm.oneWay(
                            "",
                            "anyOf",
                            List.of(
                                    SchemaForm.reference(LIMIT_DEFINITION),
                                    SchemaForm.list("", SchemaForm.reference(LIMIT_DEFINITION), 0)))),
            ByOperationTypes::limits);

    private ByOperationTypes() {}

    private static Map<String, Duration> timeouts(ConfigNode node, String path, Reading reading) {
        Map<String, Duration> result = new LinkedHashMap<>();
        boolean isByOperation = node instanceof ConfigNode.Mapping;
        Map<String, ConfigNode> given =
                isByOperation ? Section.of(path, node, reading).all() : Map.of(WorkloadSpec.ALL, node);
        given.forEach((operation, value) -> {
            String below = isByOperation ? path + "." + operation : path;
            Duration timeout = ScalarTypes.DURATION_ABOVE_ZERO.read(value, below, reading);
            if (timeout != null) {
                result.put(operation, timeout);
            }
        });
        return result;
    }

    private static Map<String, List<QosLimit>> limits(ConfigNode node, String path, Reading reading) {
        Map<String, List<QosLimit>> result = new LinkedHashMap<>();
        Section qos = Section.of(path, node, reading);
        qos.all().forEach((operation, value) -> {
            String below = qos.path(operation);
            List<QosLimit> limits = new ArrayList<>();
            switch (value) {
                case ConfigNode.Scalar scalar -> addLimit(limits, below, scalar, reading);
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
        String text = ScalarTypes.TEXT.read(node, path, reading);
        try {
            if (text != null) {
                QosLimit limit = QosLimit.parse(text);
                LimitRange.problem(limit, text)
                        .ifPresentOrElse(problem -> reading.problem(node, path, problem), () -> limits.add(limit));
            }
        } catch (IllegalArgumentException e) {
            reading.problem(node, path, String.valueOf(e.getMessage()));
        }
    }

    /** The schema of every limit. */
    static Map<String, Object> limitDefinition() {
        return ScalarTypes.TEXT.schema("A limit: " + QosLimit.FORMS + ".");
    }
}
