// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;

final class ByOperationTypes {
    static final String LIMIT_DEFINITION = "limit";

    private static final double HUNDRED_PERCENT = 100;

    static final ValueType<Map<String, Duration>> TIMEOUTS = ValueType.of(
            "a duration, or durations by operation",
            help -> SchemaForm.combined(
                    help,
                    "anyOf",
                    List.of(
                            ScalarTypes.DURATION.schema(""),
                            SchemaForm.byOperation("By operation.", ScalarTypes.DURATION.schema("")))),
            ByOperationTypes::timeouts);

    static final ValueType<Map<String, List<QosLimit>>> LIMITS = ValueType.of(
            "limits by operation or unit",
            help -> SchemaForm.byOperation(
                    help,
                    SchemaForm.combined(
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
        Map<String, ConfigNode> nodes =
                isByOperation ? Section.of(path, node, reading).all() : Map.of(WorkloadSpec.ALL, node);
        nodes.forEach((operation, value) -> {
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
            QosLimit limit = text == null ? null : QosLimit.parse(text);
            String problem = limit == null ? "" : problem(limit);
            if (!problem.isEmpty()) {
                reading.problem(node, path, "limit '" + text + "' " + problem);
            } else if (limit != null) {
                limits.add(limit);
            }
        } catch (IllegalArgumentException e) {
            reading.problem(node, path, String.valueOf(e.getMessage()));
        }
    }

    static Map<String, Object> limitDefinition() {
        return ScalarTypes.TEXT.schema("A limit: " + QosLimit.FORMS + ".");
    }

    /**
     * The problem with a limit that cannot distinguish runs, since every value meets it, or none can; empty if there is
     * none. {@code errors <= 100%} and {@code declined <= 100%} permit any share.
     */
    private static String problem(QosLimit limit) {
        return switch (limit.metric()) {
            // Every operation takes some time, so every run exceeds a bound of 0.
            case PERCENTILE, MEAN, MAX -> limit.bound() > 0 ? "" : "needs a time above 0";
            case ERRORS, DECLINED ->
                limit.bound() > HUNDRED_PERCENT ? "needs a share of 0 to 100 %" : problem(limit, HUNDRED_PERCENT);
            case RATE -> problem(limit, Double.POSITIVE_INFINITY);
        };
    }

    private static String problem(QosLimit limit, double maximum) {
        boolean isZero = limit.bound() == 0;
        return switch (limit.operator()) {
            case LESS ->
                isZero ? "cannot be met by any run" + (maximum == HUNDRED_PERCENT ? "; '<= 0%' allows none" : "") : "";
            case AT_MOST -> "";
            case MORE -> limit.bound() == maximum ? "cannot be met by any run" : "";
            case AT_LEAST -> isZero ? "is met by every run" : "";
        };
    }
}
