// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published schema and the reader accept and refuse the same files. */
final class RunFileSchemaTest {
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
            .getSchema(JsonMapper.shared().readTree(RunFileSchema.json(TestShop.catalog())));

    static List<String> errors(Schema schema, String yaml) {
        Object tree = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        JsonNode node = JsonMapper.shared().valueToTree(tree);
        return schema.validate(node).stream().map(Object::toString).toList();
    }

    private static String with(String piece, String other) {
        assertThat(TestRuns.GOOD).contains(piece);
        return TestRuns.GOOD.replace(piece, other);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load: { users: 1 }",
                "load: { users: 1, think: 0 }",
                "load: { users: 1, cycle: 1.5s, onLate: rebase }",
                "load: { users: 1, think: { uniform: { min: 1ms, max: 2ms } }, units: { order: { cycle: 1s } } }",
                "load: { users: 1, think: { exponential: { mean: 1ms, min: 0, max: 2ms, shift: 1ms } } }",
                "load: { rate: 1.5/min, maxUsers: 3, arrival: regular, lanes: 2, queue: 7 }",
                "load: { users: 1 }\n    mix: { flat: { order: 1, browse: 0.5 } }",
                "load: { users: 1 }\n    mix: { matrix: { order: { order: 0, browse: 1 }, browse: { order: 1 } } }",
                "load: { users: 1 }\n    mix: { sequence: [order, browse] }",
                "load: { users: 1 }\n    qos: { '*': errors < 1% }",
                "load: { users: 1 }\n    timeout: { purchase: 1s, '*': 2s }",
                "load: { users: 1 }\n    execution: virtual\n    data: reload",
                "load: { users: 1 }\n    parameters: { size: very-large, customers: 10, pause: 0, hosts: [a, b] }",
                "load: { users: 1 }\n    parameters: { customers: '1${tile}', weights: { a: 1, b: 0.5 }, schema: 5 }",
            })
    void schemaAcceptsLoadsThatTheReaderAccepts(String load) {
        String yaml = """
                run: { name: trial, class: dev, description: A trial., dataSeed: 3 }
                phases: { rampUp: 0, steady: 1m, drain: 5s }
                tiles: 2
                suts:
                  db: { service: testdb, mode: embedded, port: 80 }
                workloads:
                  store:
                    plugin: shop/orders
                    sut: db
                """ + "    " + load + "\n";

        assertThat(TestRuns.problems(yaml)).isEmpty();
        assertThat(errors(SCHEMA, yaml)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tiles: 3",
                "tiles: { count: 3 }",
                "tiles: {count: 3, every: 9s}",
                "periods: { count: 3 }",
                "rig: { agents: 2 }",
                "rig: { agents: [ { name: load1, drives: [store] }, { label: { site: a, rack: 7 }, count: 2 } ] }",
                "rig: { onSutHosts: allow, agents: [ { name: load1 }, { name: l2, drives: [store] } ] }"
            })
    void schemaAcceptsSectionsThatTheReaderAccepts(String section) {
        String yaml = with("suts:", section + "\nsuts:");
        assertThat(TestRuns.problems(yaml)).isEmpty();
        assertThat(errors(SCHEMA, yaml)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "periods: 3",
                "rig: 3",
                "rig: lab",
                "rig: { agents: 0 }",
                "rig: { agents: [] }",
                "rig: { agents: [ { nme: a } ] }"
            })
    void malformedSectionIsRefused(String section) {
        assertThat(errors(SCHEMA, with("suts:", section + "\nsuts:"))).isNotEmpty();
    }

    @Test
    void intervalAndRigFileAreAccepted() {
        assertThat(errors(SCHEMA, with("seed: 42", "seed: 42, interval: 10s"))).isEmpty();
        assertThat(errors(SCHEMA, with("suts:", "rig: lab.yaml\nsuts:"))).isEmpty();
    }

    @Test
    void schemaAndReaderRefuseTheSameFiles() {
        Map<String, String> changes = Map.ofEntries(
                Map.entry("seed: 42", "sed: 42"),
                Map.entry("name: trial", "name: Trial"),
                Map.entry("steady: 5m", "steady: 5 minutes"),
                Map.entry("rampUp: 30s", "rampUp: 30"),
                Map.entry("service: testdb", "service: oracle"),
                Map.entry("mode: external", "mode: remote"),
                Map.entry("url:", "uri:"),
                Map.entry("plugin: shop", "plugin: shopp"),
                Map.entry("users: 64", "users: '64'"),
                Map.entry("think:", "thinks:"),
                Map.entry("suts:", "tiles: { every: 1s }\nsuts:"),
                Map.entry("exponential: 200ms", "exponential: { men: 200ms }"),
                Map.entry("size: small", "size: tiny"),
                Map.entry("  size: small", "  customers: 1001"),
                Map.entry("    size: small", "    sise: small"),
                Map.entry("timeout: 20s", "timeout: soon"),
                Map.entry("[\"p95 < 500ms\"]", "{ p95: 500ms }"));
        changes.forEach((piece, wrong) -> {
            String yaml = with(piece, wrong);
            assertThat(errors(SCHEMA, yaml)).as(wrong).isNotEmpty();
            assertThat(TestRuns.problems(yaml)).as(wrong).isNotEmpty();
        });
    }

    @Test
    void schemaDescribesPluginParameters() {
        JsonNode schema = JsonMapper.shared().readTree(RunFileSchema.json(TestShop.catalog()));
        JsonNode customers = schema.at(
                "/properties/workloads/additionalProperties/allOf/0/then/properties/parameters/properties/customers");

        assertThat(customers.get("description").asString()).isEqualTo("Customers. (rows)");
        assertThat(customers.get("x-plateau-unit").asString()).isEqualTo("rows");
        assertThat(customers.get("default").asInt()).isEqualTo(100);
        assertThat(customers.get("minimum").asInt()).isEqualTo(1);
        assertThat(customers.get("maximum").asInt()).isEqualTo(1000);
    }

    /** These are hints and restrict nothing: with other parameters, the plugin may define other operations. */
    @Test
    void schemaNamesOperationsUnitsAndDefaults() {
        JsonNode shop = JsonMapper.shared()
                .readTree(RunFileSchema.json(TestShop.catalog()))
                .at("/properties/workloads/additionalProperties/allOf/0/then");
        JsonNode qos = shop.at("/properties/qos/properties");

        assertThat(qos.propertyNames()).contains("*", "login", "browse", "purchase", "order");
        assertThat(qos.at("/browse/description").asString()).isEqualTo("Looks around.");
        assertThat(qos.at("/browse/default/0").asString()).isEqualTo("p95 < 200ms");
        assertThat(qos.at("/login").has("default")).isFalse();
        assertThat(shop.at("/properties/mix/properties/sequence/items/examples/0")
                        .asString())
                .isEqualTo("order");
        assertThat(shop.at("/properties/timeout/properties").propertyNames()).contains("purchase");
        assertThat(shop.at("/properties/load/properties/units/properties").propertyNames())
                .contains("order");
        assertThat(shop.get("description").asString()).isNotEmpty();
    }
}
