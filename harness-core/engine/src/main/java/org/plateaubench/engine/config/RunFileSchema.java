// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.plateaubench.engine.config.SchemaForm.byName;
import static org.plateaubench.engine.config.SchemaForm.byOperation;
import static org.plateaubench.engine.config.SchemaForm.choice;
import static org.plateaubench.engine.config.SchemaForm.object;
import static org.plateaubench.engine.config.SchemaForm.ordered;
import static org.plateaubench.engine.config.SchemaForm.pattern;
import static org.plateaubench.engine.config.SchemaForm.reference;
import static org.plateaubench.engine.config.SchemaForm.text;
import static org.plateaubench.engine.config.SchemaForm.whole;
import static org.plateaubench.engine.config.SchemaForm.withDefault;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Execution;
import org.plateaubench.api.QosLimit;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.WorkloadEntry;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON Schema of run files, with the parameters of the available plugins. The reader refuses everything that the
 * schema refuses.
 */
public final class RunFileSchema {
    private static final String NAME = ScalarReader.NAME_PATTERN;

    private RunFileSchema() {}

    /** The schema as JSON text. */
    public static String json(PluginCatalog catalog) {
        return JsonMapper.builder()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .build()
                        .writeValueAsString(of(catalog))
                + "\n";
    }

    /** The schema as maps, lists and values. */
    public static Map<String, Object> of(PluginCatalog catalog) {
        Map<String, Object> schema =
                ordered("$schema", "http://json-schema.org/draft-07/schema#", "title", "Plateau run file");
        schema.putAll(object(
                "One run: what is driven, how hard, for how long, and what it must keep.",
                ordered(
                        "run", run(),
                        "phases", phases(),
                        "tiles", tiles(),
                        "periods", periods(),
                        "suts", byName("Systems under test by name.", sut(catalog)),
                        "workloads", workloads(catalog)),
                List.of("run", "phases", "workloads")));
        schema.put(
                "definitions",
                ordered(
                        "duration", duration(),
                        "limit", text("A limit: " + QosLimit.FORMS + "."),
                        "distribution", LoadSchema.distribution()));
        return schema;
    }

    private static Map<String, Object> duration() {
        return ordered(
                "description",
                "A duration: " + Durations.FORM + ".",
                "anyOf",
                List.of(Map.of("type", "string", "pattern", Durations.PATTERN), Map.of("type", "integer", "const", 0)));
    }

    private static Map<String, Object> run() {
        return object(
                "The run itself.",
                ordered(
                        "name", pattern("Name in lists and of the run directory.", NAME),
                        "description", text("A sentence for reports."),
                        "seed", withDefault(whole("Seed of every draw of the load.", 0, RunFileReader.MAX_SEED), 1),
                        "dataSeed",
                                withDefault(
                                        whole(
                                                "Seed of the data sets; runs that share data share it.",
                                                0,
                                                RunFileReader.MAX_SEED),
                                        1),
                        "interval",
                                reference(
                                        "duration",
                                        "How often is measured and stored, whole seconds up to a minute; by default 1s,"
                                                + " and 10s from half an hour on."),
                        "class", choice("Lowers the class of the run; it can never be raised.", RunClass.class)),
                List.of("name"));
    }

    private static Map<String, Object> periods() {
        Map<String, Object> counted = object(
                "Equal parts of the steady phase.",
                ordered("count", whole("How many.", 1, PeriodsReader.MOST)),
                List.of("count"));
        Map<String, Object> given = ordered(
                "description",
                "One after the other from the start of the steady phase on; what is left of it belongs to none.",
                "type",
                "array",
                "minItems",
                1,
                "maxItems",
                PeriodsReader.MOST,
                "items",
                object(
                        "A period.",
                        ordered(
                                "name", pattern("Name in results.", NAME),
                                "for", reference("duration", "How long it lasts.")),
                        List.of("name", "for")));
        return ordered(
                "description",
                "Parts of the steady phase that are judged by themselves too.",
                "oneOf",
                List.of(counted, given));
    }

    private static Map<String, Object> tiles() {
        Map<String, Object> count = whole("How many times the set of SUTs and workloads.", 1, TilesReader.MOST);
        Map<String, Object> inDetail = object(
                "How many, and whether they start together.",
                ordered(
                        "count", count,
                        "start",
                                withDefault(
                                        choice(
                                                "aligned: all at once; staggered: one after the other, within ramp-up.",
                                                TilesSpec.Start.class),
                                        "aligned"),
                        "every", reference("duration", "How long after the tile before it a staggered tile starts.")),
                List.of("count"));
        return withDefault(
                ordered(
                        "description",
                        "The set of SUTs and workloads, so many times.",
                        "oneOf",
                        List.of(count, inDetail)),
                1);
    }

    private static Map<String, Object> phases() {
        return object(
                "How long each phase lasts.",
                ordered(
                        "rampUp", withDefault(reference("duration", "Users start over this time."), "30s"),
                        "steady",
                                reference(
                                        "duration",
                                        "The window that counts; may be left out where a schedule says how long it is."),
                        "rampDown", withDefault(reference("duration", "The steady load goes on."), "10s"),
                        "drain",
                                reference(
                                        "duration",
                                        "Deadline for what is in flight at the end, by default the longest timeout.")),
                List.of());
    }

    private static Map<String, Object> sut(PluginCatalog catalog) {
        List<Object> rules = new ArrayList<>();
        for (String name : catalog.sutServiceNames()) {
            SutServiceType<?> service = catalog.sutService(name).orElseThrow();
            Map<String, Object> properties = ordered("service", Map.of("const", name), "mode", mode());
            properties.putAll(ParameterBinder.schemaProperties(service.parametersType()));
            rules.add(ordered(
                    "if",
                            Map.of(
                                    "properties",
                                    Map.of("service", Map.of("const", name)),
                                    "required",
                                    List.of("service")),
                    "then",
                            object(
                                    service.description(),
                                    properties,
                                    ParameterBinder.required(service.parametersType()))));
        }
        Map<String, Object> schema = ordered(
                "description",
                "A system under test.",
                "type",
                "object",
                "properties",
                ordered(
                        "service", ordered("description", "The kind of SUT.", "enum", catalog.sutServiceNames()),
                        "mode", mode()),
                "required",
                List.of("service", "mode"));
        if (!rules.isEmpty()) {
            schema.put("allOf", rules);
        }
        return schema;
    }

    private static Map<String, Object> mode() {
        return choice(
                "embedded: started and stopped by the harness in a process of its own; external: already there.",
                SutContext.Mode.class);
    }

    private static Map<String, Object> workloads(PluginCatalog catalog) {
        Map<String, Object> schema = byName("Workloads by name, once per tile.", workload(catalog));
        schema.put("minProperties", 1);
        return schema;
    }

    private static Map<String, Object> workload(PluginCatalog catalog) {
        Map<String, Object> schema = object(
                "Operations of a plugin, with load, parameters and limits.",
                ordered(
                        "plugin",
                                ordered("description", "The plugin, or plugin/workload.", "enum", references(catalog)),
                        "sut", text("Name of its SUT."),
                        "data", withDefault(choice("What happens to data that is there.", DataPolicy.class), "reuse"),
                        "load", LoadSchema.load(),
                        "mix", LoadSchema.mix(),
                        "parameters", ordered("description", "Parameters of the plugin.", "type", "object"),
                        "timeout", timeout(),
                        "qos", limits(),
                        "execution",
                                choice(
                                        "What runs the users, by default platform threads up to 256 users per agent and"
                                                + " virtual ones above, or an event loop for a depth above 1.",
                                        Execution.class)),
                List.of("plugin", "load"));
        List<Object> rules = new ArrayList<>();
        for (String reference : catalog.workloadReferences()) {
            rules.add(parameters(catalog.workload(reference).orElseThrow()));
        }
        if (!rules.isEmpty()) {
            schema.put("allOf", rules);
        }
        return schema;
    }

    /** The shortest references, and the full ones, which are always valid. */
    private static List<String> references(PluginCatalog catalog) {
        List<String> result = new ArrayList<>(catalog.workloadReferences());
        for (String reference : catalog.workloadReferences()) {
            String full = full(catalog.workload(reference).orElseThrow());
            if (!result.contains(full)) {
                result.add(full);
            }
        }
        return result;
    }

    private static String full(WorkloadEntry entry) {
        return entry.plugin().id() + "/" + entry.workload().name();
    }

    private static Map<String, Object> parameters(WorkloadEntry entry) {
        Workload<?> workload = entry.workload();
        List<String> required = ParameterBinder.required(workload.parametersType());
        Map<String, Object> parameters =
                object(workload.description(), ParameterBinder.schemaProperties(workload.parametersType()), required);
        return ordered(
                "if",
                        Map.of(
                                "properties", Map.of("plugin", Map.of("enum", List.of(entry.reference(), full(entry)))),
                                "required", List.of("plugin")),
                "then",
                        ordered(
                                "properties",
                                Map.of("parameters", parameters),
                                "required",
                                requiredKeys(workload, !required.isEmpty())));
    }

    private static List<String> requiredKeys(Workload<?> workload, boolean needsParameters) {
        List<String> keys = new ArrayList<>();
        if (workload.needsSut()) {
            keys.add("sut");
        }
        if (needsParameters) {
            keys.add("parameters");
        }
        return keys;
    }

    private static Map<String, Object> timeout() {
        return ordered(
                "description",
                "How long an operation may run: one time, or a time by operation ('*' for all others).",
                "anyOf",
                List.of(reference("duration"), byOperation("By operation.", reference("duration"))));
    }

    private static Map<String, Object> limits() {
        Map<String, Object> list =
                Map.of("anyOf", List.of(reference("limit"), Map.of("type", "array", "items", reference("limit"))));
        return byOperation("Limits by operation or unit, '*' for all operations, such as 'p95 < 500ms'.", list);
    }
}
