// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.RunFileSchema;

/** M23: one table says which keys relax the class, and no key of a run file is missing in it. */
final class ClassTableTest {
    private static final List<String> SAME_PLACE = List.of("anyOf", "oneOf", "allOf");

    @Test
    void m23EveryKeyOfTheSchemaIsInTheTable() {
        Set<String> keys = keys();
        assertThat(keys)
                .contains(
                        "run.seed",
                        "workloads.NAME.load.queue",
                        "workloads.NAME.load.think.exponential.mean",
                        "workloads.NAME.load.schedule[].rate.from",
                        "workloads.NAME.parameters.customers",
                        "suts.NAME.port",
                        "periods[].for",
                        "tiles.every");
        assertThat(keys).allSatisfy(key -> assertThat(ClassTable.values())
                .as("the rows of ClassTable about " + key)
                .anyMatch(row -> row.names(key)));
    }

    @Test
    void aRowIsAboutAKeyThatThereIs() {
        Set<String> keys = keys();
        assertThat(ClassTable.values())
                .allSatisfy(row -> assertThat(keys).as(row.toString()).anyMatch(row::names));
    }

    @Test
    void aKeyThatNobodyThoughtOfIsNotNamed() {
        assertThat(Arrays.stream(ClassTable.values()).filter(row -> row.names("workloads.NAME.load.patience")))
                .isEmpty();
        assertThat(Arrays.stream(ClassTable.values()).filter(row -> row.names("phases.warmUp")))
                .isEmpty();
    }

    @Test
    void theUserGuideHasTheTable() throws IOException {
        assertThat(Files.readString(Path.of("../../docs/user-guide.md"))).contains(ClassTable.markdown());
    }

    private static Set<String> keys() {
        Map<String, Object> schema = RunFileSchema.of(TestShop.catalog());
        Set<String> keys = new TreeSet<>();
        walk(schema, map(schema.get("definitions")), "", keys);
        return keys;
    }

    /** Every place below which the schema says no more. */
    private static void walk(Map<?, ?> schema, Map<?, ?> definitions, String path, Set<String> keys) {
        int before = keys.size();
        Object reference = schema.get("$ref");
        if (reference != null) {
            String name = reference.toString().replace("#/definitions/", "");
            walk(map(definitions.get(name)), definitions, path, keys);
        }
        map(schema.get("properties"))
                .forEach((key, below) -> walk(map(below), definitions, path.isEmpty() ? "" + key : path + "." + key, keys));
        if (schema.get("additionalProperties") instanceof Map<?, ?> below) {
            walk(below, definitions, path + ".NAME", keys);
        }
        if (schema.get("items") instanceof Map<?, ?> below) {
            walk(below, definitions, path + "[]", keys);
        }
        for (String word : SAME_PLACE) {
            if (schema.get(word) instanceof List<?> forms) {
                forms.forEach(form -> walk(map(form), definitions, path, keys));
            }
        }
        if (schema.get("then") instanceof Map<?, ?> then) {
            walk(then, definitions, path, keys);
        }
        boolean isCondition = schema.containsKey("if") || schema.containsKey("const");
        if (keys.size() == before && !path.isEmpty() && !isCondition && !schema.isEmpty()) {
            keys.add(path);
        }
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }
}
