// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.reference;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.Keys;
import org.plateaubench.engine.config.key.MappingTypes;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.Reading;
import org.plateaubench.engine.config.key.ReplayFiles;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.config.key.Section;
import org.plateaubench.engine.config.key.ValueType;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/** Reads references, which may be hostile. Stateless; any thread. */
public final class ReferenceReader {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private static final Key<String> SCHEMA = Key.of(
                    "schema",
                    ReferenceTypes.matching(
                            Pattern.compile(Pattern.quote(ScoreReference.SCHEMA)), ScoreReference.SCHEMA))
            .required(ScoreReference.SCHEMA);
    private static final Key<String> NAME = Key.of("name", ScalarTypes.NAME).required("its name");
    private static final Key<Double> APPLICATION_WEIGHT =
            Key.of("application", ScalarTypes.weight(false)).required("the weight of the tiles");
    private static final Key<Double> INFRASTRUCTURE_WEIGHT =
            Key.of("infrastructure", ScalarTypes.weight(false)).required("the weight of the infrastructure");
    private static final Key<ScoreReference.Weights> WEIGHTS = Key.of(
                    "weights",
                    MappingTypes.of(
                            Keys.of(APPLICATION_WEIGHT, INFRASTRUCTURE_WEIGHT),
                            (given, section) -> new ScoreReference.Weights(
                                    given.or(APPLICATION_WEIGHT, 1.0), given.or(INFRASTRUCTURE_WEIGHT, 1.0))))
            .standard(ScoreReference.Weights.PUBLISHED);

    private static final Key<String> RUN = Key.of("run", ScalarTypes.TEXT).required("the id of the run");
    private static final Key<String> PLAN = Key.of("plan", ScalarTypes.TEXT).required("the id of its plan");
    private static final Key<String> RUN_CLASS =
            Key.of("class", ScalarTypes.TEXT).required("its class");
    private static final Key<String> RESULT = Key.of("result", ScalarTypes.TEXT).required("the digest of its result");
    private static final Key<String> STARTED =
            Key.of("started", ScalarTypes.TEXT).required("when it began");
    private static final Key<List<String>> HOSTS =
            Key.of("hosts", ReferenceTypes.lines()).required("its hosts");
    private static final Key<List<String>> PLUGINS =
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
    private static final Key<List<ScoreReference.Run>> RUNS =
            Key.of("runs", ReferenceTypes.list(ONE_RUN)).required("the runs that it was made of");

    private static final Key<String> VERSION =
            Key.of("version", ScalarTypes.TEXT).required("the version of the plugin");
    private static final Key<Double> RATE =
            Key.of("rate", ScalarTypes.weight(false)).required("the rate of one tile");
    private static final Key<String> UNIT = Key.of("unit", ScalarTypes.TEXT).required("the unit of the rate");
    private static final Key<Map<String, Double>> RATES_PER_HOUR =
            Key.of("ratesPerHour", ReferenceTypes.rates()).required("successes per hour by operation");
    private static final Key<Map<String, String>> DEFINITION =
            Key.of("definition", ReferenceTypes.texts()).required("what was run, values by key");
    private static final Key<Map<String, ScoreReference.TileWorkload>> APPLICATION = Key.of(
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
    private static final Key<Map<String, ScoreReference.InfrastructureWorkload>> INFRASTRUCTURE = Key.of(
            "infrastructure",
            MappingTypes.named(
                    "workload",
                    "A workload of the infrastructure.",
                    Keys.of(VERSION, RATES_PER_HOUR, DEFINITION),
                    (name, given, section) -> new ScoreReference.InfrastructureWorkload(
                            given.or(VERSION, ""),
                            given.or(RATES_PER_HOUR, Map.of()),
                            given.or(DEFINITION, Map.of()))));
    private static final Key<String> DIGEST_KEY = Key.of(
                    "digest", ReferenceTypes.matching(DIGEST, "the SHA-256 of the rest, 64 hexadecimal digits"))
            .required("the digest that ./plateau reference wrote");
    private static final Keys ALL = Keys.of(SCHEMA, NAME, WEIGHTS, RUNS, APPLICATION, INFRASTRUCTURE, DIGEST_KEY);

    /** The value of a key that names the file of a reference, read with it. */
    public static final ValueType<ScoreReference> FILE = ValueType.<ScoreReference>of(
            "a file name", help -> SchemaForm.typed("string", help), (node, path, reading) -> {
                String name = ScalarTypes.TEXT.read(node, path, reading);
                ReplayFiles.Text text =
                        name == null ? null : reading.files().reference(node, name, path, reading.problems());
                return text == null ? null : read(text.file(), text.text(), reading.problems());
            });

    private ReferenceReader() {}

    /** Whether a text is a reference and not a run file or a study file: it names its form. */
    public static boolean isReference(String fileName, String text) {
        return YamlTree.ofFile(fileName, text, new Problems()) instanceof ConfigNode.Mapping mapping
                && mapping.fields().containsKey(SCHEMA.name());
    }

    /** The reference of a text; null, with problems, when it is not a valid one. */
    public static @Nullable ScoreReference read(String fileName, String text, Problems problems) {
        Problems found = new Problems();
        ConfigNode root = YamlTree.ofFile(fileName, text, found);
        ScoreReference reference =
                root == null ? null : read(root, new Reading(found, new ReplayFiles(null, fileName)));
        if (root == null && found.isEmpty()) {
            found.add(Location.of(fileName), "", "is empty");
        }
        problems.addAll(found);
        return found.isEmpty() ? reference : null;
    }

    private static ScoreReference read(ConfigNode root, Reading reading) {
        Section section = Section.of("", root, reading);
        MappingValues given = section.take(ALL);
        section.end();
        String digest = given.or(DIGEST_KEY, "");
        if (reading.problems().isEmpty() && !digest.equals(ReferenceText.digest(root.plain()))) {
            section.keyProblem(
                    DIGEST_KEY,
                    "the content is not that of the digest: it was changed after ./plateau reference wrote it, so make"
                            + " it again with that command");
        }
        return new ScoreReference(
                given.or(NAME, ""),
                given.orStandard(WEIGHTS),
                given.or(RUNS, List.of()),
                given.or(APPLICATION, Map.of()),
                given.or(INFRASTRUCTURE, Map.of()),
                digest);
    }
}
