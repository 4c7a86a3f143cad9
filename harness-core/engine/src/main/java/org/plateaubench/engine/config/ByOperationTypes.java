// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

    static final ValueType<Map<String, Duration>> TIMEOUTS = ValueType.of(
            "a duration, or durations by operation",
            help -> SchemaForm.oneWay(
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

    static Map<String, Object> limitDefinition() {
        return ScalarTypes.TEXT.schema("A limit: " + QosLimit.FORMS + ".");
    }

    /**
     * Checks that a limit of a run file can distinguish runs: a limit that every value meets, or that no value can meet, is
     * refused, except {@code errors <= 100%} and {@code declined <= 100%}, which permit any share. Pure functions.
     */
    private static final class LimitRange {
        private static final double WHOLE = 100;

        private LimitRange() {}

        /** The problem with the bound of a limit, a sentence without a full stop; empty if the bound is in the range. */
        static Optional<String> problem(QosLimit limit, String text) {
            return switch (limit.metric()) {
                case PERCENTILE, MEAN, MAX -> ofTime(limit, text);
                case ERRORS, DECLINED -> ofShare(limit, text);
                case RATE -> ofRate(limit, text);
            };
        }

        /** Checks a limit of a time. Every operation takes some time, so every run exceeds a bound of 0. */
        private static Optional<String> ofTime(QosLimit limit, String text) {
            return limit.bound() > 0 ? Optional.empty() : flaw(text, "needs a time above 0");
        }

        private static Optional<String> ofShare(QosLimit limit, String text) {
            if (limit.bound() > WHOLE) {
                return flaw(text, "needs a share of 0 to 100 %");
            }
            return switch (limit.operator()) {
                case LESS ->
                    limit.bound() == 0 ? flaw(text, "cannot be met by any run; '<= 0%' allows none") : Optional.empty();
                case AT_MOST -> Optional.empty();
                case MORE -> limit.bound() == WHOLE ? flaw(text, "cannot be met by any run") : Optional.empty();
                case AT_LEAST -> limit.bound() == 0 ? flaw(text, "is met by every run") : Optional.empty();
            };
        }

        private static Optional<String> ofRate(QosLimit limit, String text) {
            return switch (limit.operator()) {
                case LESS -> limit.bound() == 0 ? flaw(text, "cannot be met by any run") : Optional.empty();
                case AT_LEAST -> limit.bound() == 0 ? flaw(text, "is met by every run") : Optional.empty();
                case AT_MOST, MORE -> Optional.empty();
            };
        }

        private static Optional<String> flaw(String text, String sentence) {
            return Optional.of("limit '" + text + "' " + sentence);
        }
    }
}
