// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;

final class ReferenceKeys {
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    static final Key<String> SCHEMA = Key.of(
                    "schema",
                    ReferenceTypes.matching(
                            Pattern.compile(Pattern.quote(ScoreReference.SCHEMA)), ScoreReference.SCHEMA))
            .required(ScoreReference.SCHEMA);
    static final Key<String> NAME = Key.of("name", ScalarTypes.NAME).required("its name");
    static final Key<Double> APPLICATION_WEIGHT =
            Key.of("application", ScalarTypes.weight(false)).required("the weight of the tiles");
    static final Key<Double> INFRASTRUCTURE_WEIGHT =
            Key.of("infrastructure", ScalarTypes.weight(false)).required("the weight of the infrastructure");
    static final Key<ScoreReference.Weights> WEIGHTS = Key.of(
                    "weights",
                    MappingTypes.of(
                            Keys.of(APPLICATION_WEIGHT, INFRASTRUCTURE_WEIGHT),
                            (given, section) -> new ScoreReference.Weights(
                                    given.or(APPLICATION_WEIGHT, 1.0), given.or(INFRASTRUCTURE_WEIGHT, 1.0))))
            .standard(ScoreReference.Weights.PUBLISHED);

    static final Key<String> RUN = Key.of("run", ScalarTypes.TEXT).required("the id of the run");
    static final Key<String> PLAN = Key.of("plan", ScalarTypes.TEXT).required("the id of its plan");
    static final Key<String> RUN_CLASS = Key.of("class", ScalarTypes.TEXT).required("its class");
    static final Key<String> RESULT = Key.of("result", ScalarTypes.TEXT).required("the digest of its result");
    static final Key<String> STARTED = Key.of("started", ScalarTypes.TEXT).required("when it began");
    static final Key<List<String>> HOSTS =
            Key.of("hosts", ReferenceTypes.lines()).required("its hosts");
    static final Key<List<String>> PLUGINS =
            Key.of("plugins", ReferenceTypes.lines()).required("its plugins");
    private static final ValueType<ScoreReference.Run> ONE_RUN = MappingTypes.of(
            Keys.of(RUN, PLAN, RUN_CLASS, RESULT, STARTED, HOSTS, PLUGINS),
            (given, section) -> new ScoreReference.Run(
                    given.or(RUN, ""),
                    given.or(PLAN, ""),
                    given.or(RUN_CLASS, ""),
                    given.or(RESULT, ""),
                    given.or(STARTED, ""),
                    given.or(HOSTS, List.of()),
                    given.or(PLUGINS, List.of())));
    static final Key<List<ScoreReference.Run>> RUNS =
            Key.of("runs", ReferenceTypes.list(ONE_RUN)).required("the runs that it was made of");

    static final Key<String> VERSION = Key.of("version", ScalarTypes.TEXT).required("the version of the plugin");
    static final Key<Double> RATE = Key.of("rate", ScalarTypes.weight(false)).required("the rate of one tile");
    static final Key<String> UNIT = Key.of("unit", ScalarTypes.TEXT).required("the unit of the rate");
    static final Key<Map<String, Double>> RATES_PER_HOUR =
            Key.of("ratesPerHour", ReferenceTypes.rates()).required("successes per hour by operation");
    static final Key<Map<String, String>> DEFINITION =
            Key.of("definition", ReferenceTypes.texts()).required("what was run, values by key");
    static final Key<Map<String, ScoreReference.TileWorkload>> APPLICATION = Key.of(
                    "application",
                    MappingTypes.named(
                            "workload",
                            "A workload of a tile.",
                            Keys.of(VERSION, RATE, UNIT, DEFINITION),
                            (name, given, section) -> new ScoreReference.TileWorkload(
                                    given.or(VERSION, ""),
                                    given.or(RATE, 1.0),
                                    given.or(UNIT, ""),
                                    given.or(DEFINITION, Map.of()))))
            .required("the workloads of a tile");
    static final Key<Map<String, ScoreReference.InfrastructureWorkload>> INFRASTRUCTURE = Key.of(
            "infrastructure",
            MappingTypes.named(
                    "workload",
                    "A workload of the infrastructure.",
                    Keys.of(VERSION, RATES_PER_HOUR, DEFINITION),
                    (name, given, section) -> new ScoreReference.InfrastructureWorkload(
                            given.or(VERSION, ""),
                            given.or(RATES_PER_HOUR, Map.of()),
                            given.or(DEFINITION, Map.of()))));
    static final Key<String> DIGEST = Key.of(
                    "digest", ReferenceTypes.matching(SHA_256, "the SHA-256 of the rest, 64 hexadecimal digits"))
            .required("the digest that ./plateau reference wrote");
    static final Keys ALL = Keys.of(SCHEMA, NAME, WEIGHTS, RUNS, APPLICATION, INFRASTRUCTURE, DIGEST);

    private ReferenceKeys() {}

    /** Types of values that occur in references but not in run files. */
    private static final class ReferenceTypes {
        private ReferenceTypes() {}

        static ValueType<String> matching(Pattern form, String wanted) {
            return ValueType.of(wanted, help -> SchemaForm.typed("string", help), (node, path, reading) -> {
                if (node instanceof ConfigNode.Scalar scalar
                        && form.matcher(scalar.text()).matches()) {
                    return scalar.text();
                }
                reading.mustBe(wanted, node, path);
                return null;
            });
        }

        static <T> ValueType<List<T>> list(ValueType<T> element) {
            return ValueType.of("a list", help -> SchemaForm.typed("array", help), (node, path, reading) -> {
                if (!(node instanceof ConfigNode.Sequence sequence)
                        || sequence.elements().isEmpty()) {
                    reading.mustBe("a list of at least one element", node, path);
                    return null;
                }
                List<T> result = new ArrayList<>();
                for (int i = 0; i < sequence.elements().size(); i++) {
                    T read = element.read(sequence.elements().get(i), path + "[" + i + "]", reading);
                    if (read != null) {
                        result.add(read);
                    }
                }
                return result;
            });
        }

        static ValueType<List<String>> lines() {
            return list(ScalarTypes.TEXT);
        }

        static ValueType<Map<String, Double>> rates() {
            return byKey(ScalarTypes.weight(false));
        }

        static ValueType<Map<String, String>> texts() {
            return byKey(ValueType.of("text", help -> SchemaForm.typed("string", help), (node, path, reading) -> {
                if (node instanceof ConfigNode.Scalar scalar) {
                    return scalar.text();
                }
                reading.mustBe("text", node, path);
                return null;
            }));
        }

        private static <T> ValueType<Map<String, T>> byKey(ValueType<T> value) {
            return ValueType.of("a mapping", help -> SchemaForm.typed("object", help), (node, path, reading) -> {
                Map<String, T> result = new LinkedHashMap<>();
                Section section = Section.of(path, node, reading);
                section.all().forEach((name, one) -> {
                    T read = value.read(one, section.path(name), reading);
                    if (read != null) {
                        result.put(name, read);
                    }
                });
                if (section.all().isEmpty() && node instanceof ConfigNode.Mapping) {
                    reading.mustBe("a mapping of at least one key", node, path);
                }
                return result;
            });
        }
    }
}
