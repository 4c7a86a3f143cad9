// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.key.Key.Relaxation;

/** Measurement rule M23: the table {@link KeyHelp#keys()} says which keys relax the class, and lacks no key. */
final class RunFileTableTest {
    private static final List<String> COMBINATORS = List.of("anyOf", "oneOf", "allOf");

    @Test
    void m23EverySchemaKeyIsInTheTable() {
        Set<String> keys = keys();
        assertThat(keys)
                .contains(
                        "run.seed",
                        "workloads.NAME.load.queue",
                        "workloads.NAME.load.think.exponential.mean",
                        "workloads.NAME.load.schedule[].rate.from",
                        "workloads.NAME.parameters.customers",
                        "suts.NAME.port",
                        "periods.count",
                        "tiles.every");
        assertThat(keys).allMatch(RunFileTableTest::isInTheTable);
    }

    @Test
    void everyTableRowMatchesASchemaKey() {
        Set<String> keys = keys();
        assertThat(KeyHelp.keys().keySet()).allSatisfy(row -> assertThat(keys).anyMatch(key -> covers(row, key)));
    }

    /** A new key either can lower the class or is added here. */
    @Test
    void m23KeysThatDoNotLowerTheClassAreKnown() {
        Set<String> others = new TreeSet<>(KeyHelp.keys().keySet());
        others.removeIf(path -> KeyHelp.keys().get(path).relaxation() != null);
        assertThat(String.join(" ", others)).isEqualTo("""
                periods.count power.NAME.accuracy power.NAME.accuracyWatts power.NAME.at power.NAME.every \
                power.NAME.fromWatts power.NAME.measures power.NAME.series power.NAME.sut power.NAME.toWatts \
                rig rig.agents rig.agents[].controlGroups rig.agents[].count rig.agents[].drives rig.agents[].label \
                rig.agents[].name rig.agents[].processes rig.agents[].ssh.allow rig.agents[].ssh.credentials \
                rig.agents[].ssh.plateau rig.agents[].ssh.port rig.agents[].ssh.to run.abortOn run.class run.dataSeed \
                run.description run.name run.seed score.reference search.confirm search.from search.maximise \
                search.repeats search.resolution search.to search.workload suts.NAME.PARAMETER suts.NAME.service \
                tiles tiles.bursts tiles.count tiles.every trials trials.between trials.coolDown trials.count \
                trials.repeats workloads.NAME.data workloads.NAME.enabled workloads.NAME.execution \
                workloads.NAME.load.depth workloads.NAME.load.maxUsers workloads.NAME.load.rate \
                workloads.NAME.load.schedule workloads.NAME.load.users workloads.NAME.plugin workloads.NAME.sut""");
    }

    @Test
    void unknownKeyIsNotInTheTable() {
        assertThat(List.of("workloads.NAME.load.patience", "phases.warmUp", "tiles.order", "workloads.NAME.note"))
                .noneMatch(RunFileTableTest::isInTheTable);
    }

    @Test
    void runFilesPageListsClassLoweringKeys() throws IOException {
        assertThat(Files.readString(Path.of("../../docs/run-files.md"))).contains(classes());
    }

    /** M23: which keys lower the class of a run. */
    private static String classes() {
        StringBuilder list = new StringBuilder();
        KeyHelp.keys().forEach((path, key) -> {
            Relaxation relaxation = key.relaxation();
            if (relaxation != null) {
                list.append("- `" + KeyHelp.shown(path) + "`: "
                        + relaxation.leadsTo().label() + " when " + relaxation.when() + "; "
                        + relaxation.why() + "\n");
            }
        });
        return list.toString();
    }

    private static boolean isInTheTable(String path) {
        return KeyHelp.keys().keySet().stream().anyMatch(row -> covers(row, path));
    }

    /** A row covers its key, and the keys below it unless one of them has a row of its own. */
    private static boolean covers(String row, String path) {
        if (row.equals("suts.NAME.PARAMETER")) {
            return path.startsWith("suts.NAME.");
        }
        boolean hasRowsBelow = KeyHelp.keys().keySet().stream().anyMatch(other -> isBelow(other, row));
        return path.equals(row) || (isBelow(path, row) && !hasRowsBelow);
    }

    private static boolean isBelow(String path, String above) {
        return path.startsWith(above + ".") || path.startsWith(above + "[]");
    }

    private static Set<String> keys() {
        Map<String, Object> schema = RunFileSchema.of(TestShop.catalog());
        Set<String> keys = new TreeSet<>();
        walk(schema, map(schema.get("definitions")), "", keys);
        return keys;
    }

    /** Collects the paths of all leaves of the schema. */
    private static void walk(Map<?, ?> schema, Map<?, ?> definitions, String path, Set<String> keys) {
        Object reference = schema.get("$ref");
        if (reference != null) {
            String name = reference.toString().replace("#/definitions/", "");
            walk(map(definitions.get(name)), definitions, path, keys);
        }
        map(schema.get("properties"))
                .forEach((key, below) ->
                        walk(map(below), definitions, path.isEmpty() ? "" + key : path + "." + key, keys));
        if (schema.get("additionalProperties") instanceof Map<?, ?> below) {
            walk(below, definitions, path + ".NAME", keys);
        }
        if (schema.get("items") instanceof Map<?, ?> below) {
            walk(below, definitions, path + "[]", keys);
        }
        for (String word : COMBINATORS) {
            if (schema.get(word) instanceof List<?> forms) {
                forms.forEach(form -> walk(map(form), definitions, path, keys));
            }
        }
        if (schema.get("then") instanceof Map<?, ?> then) {
            walk(then, definitions, path, keys);
        }
        boolean isLeaf = schema.containsKey("type") || schema.containsKey("enum");
        if (isLeaf && !"object".equals(schema.get("type")) && !"array".equals(schema.get("type"))) {
            keys.add(path);
        }
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
