// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.plateaubench.engine.config.key.SchemaForm.byName;
import static org.plateaubench.engine.config.key.SchemaForm.object;
import static org.plateaubench.engine.config.key.SchemaForm.ordered;
import static org.plateaubench.engine.config.key.SchemaForm.reference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Durations;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.key.DistributionType;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.MixType;
import org.plateaubench.engine.config.key.ScalarTypes;
import org.plateaubench.engine.config.key.SchemaForm;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterDescriptor;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.WorkloadEntry;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.Workload;

/** The JSON Schema of run files, with the parameters of available plugins. The reader refuses all that it refuses. */
public final class RunFileSchema {
    private static final String UNIT = "The complete unit, from its intended start to the end of its last operation.";

    private RunFileSchema() {}

    public static String json(PluginCatalog catalog) {
        return Documents.text(of(catalog));
    }

    public static Map<String, Object> of(PluginCatalog catalog) {
        Map<String, Object> properties = RunFileKeys.ALL.properties();
        properties.put(RunFileKeys.SUTS.name(), byName(RunFileKeys.SUTS.help(), sut(catalog)));
        properties.put(RunFileKeys.WORKLOADS.name(), workloads(catalog));
        Map<String, Object> schema =
                ordered("$schema", "http://json-schema.org/draft-07/schema#", "title", "Plateau run file");
        schema.putAll(object(
                "One run: what is driven, with how much load, for how long, and which limits apply.",
                properties,
                RunFileKeys.ALL.required()));
        schema.put(
                "definitions",
                ordered(
                        ScalarTypes.DURATION_DEFINITION, ScalarTypes.durationDefinition(),
                        ByOperationTypes.LIMIT_DEFINITION, ByOperationTypes.limitDefinition(),
                        DistributionType.DEFINITION, DistributionType.definition()));
        return schema;
    }

    private static Map<String, Object> sut(PluginCatalog catalog) {
        List<Object> rules = new ArrayList<>();
        for (String name : catalog.sutServiceNames()) {
            SutServiceType<?> service = catalog.sutService(name).orElseThrow();
            Map<String, Object> properties = RunFileKeys.OF_SUT.properties();
            Map<String, Object> isService = Map.of("const", name);
            properties.put(RunFileKeys.SERVICE.name(), isService);
            properties.putAll(ParameterBinder.schemaProperties(service.parametersType()));
            rules.add(ordered(
                    "if", where(RunFileKeys.SERVICE, isService),
                    "then",
                            object(
                                    service.description(),
                                    properties,
                                    ParameterBinder.required(service.parametersType()))));
        }
        Map<String, Object> properties = RunFileKeys.OF_SUT.properties();
        properties.put(
                RunFileKeys.SERVICE.name(), SchemaForm.words(RunFileKeys.SERVICE.help(), catalog.sutServiceNames()));
        Map<String, Object> schema = SchemaForm.typed("object", "A system under test.");
        schema.put("properties", properties);
        schema.put("required", RunFileKeys.OF_SUT.required());
        if (!rules.isEmpty()) {
            schema.put("allOf", rules);
        }
        return schema;
    }

    private static Map<String, Object> workloads(PluginCatalog catalog) {
        Map<String, Object> schema = byName(RunFileKeys.WORKLOADS.help(), workload(catalog));
        schema.put("minProperties", 1);
        return schema;
    }

    private static Map<String, Object> workload(PluginCatalog catalog) {
        Map<String, Object> properties = RunFileKeys.OF_WORKLOAD.properties();
        properties.put(RunFileKeys.PLUGIN.name(), SchemaForm.words(RunFileKeys.PLUGIN.help(), references(catalog)));
        Map<String, Object> schema = object(
                "Operations of a plugin, with load, parameters and limits.",
                properties,
                RunFileKeys.OF_WORKLOAD.required());
        List<Object> rules = new ArrayList<>();
        for (String reference : catalog.workloadReferences()) {
            rules.add(rule(catalog.workload(reference).orElseThrow()));
        }
        if (!rules.isEmpty()) {
            schema.put("allOf", rules);
        }
        return schema;
    }

    /** The shortest references, and the full references, which are always valid. */
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

    private static Map<String, Object> rule(WorkloadEntry entry) {
        Workload<?> workload = entry.workload();
        List<String> required = ParameterBinder.required(workload.parametersType());
        Map<String, Object> parameters = ParameterBinder.schemaProperties(workload.parametersType());
        for (String tree : ParameterBinder.trees(workload.parametersType())) {
            parameters.put(tree, tree(workload, tree));
        }
        Map<String, Object> properties =
                ordered(RunFileKeys.PARAMETERS.name(), object(workload.description(), parameters, required));
        properties.putAll(hints(workload));
        return ordered(
                "if", where(RunFileKeys.PLUGIN, Map.of("enum", List.of(entry.reference(), full(entry)))),
                "then",
                        ordered(
                                "description",
                                workload.description(),
                                "properties",
                                properties,
                                "required",
                                requiredKeys(workload, !required.isEmpty())));
    }

    /** A parameter that is any mapping, or the name of a file with one. */
    private static Map<String, Object> tree(Workload<?> workload, String name) {
        Object mapping;
        try {
            mapping = PluginCall.query("Describing it", workload, () -> workload.schema(name));
        } catch (PluginCall.Failure e) {
            mapping = Map.of("type", "object");
        }
        String help = ParameterDescriptor.of(workload.parametersType()).stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst()
                .orElseThrow()
                .parameter()
                .description();
        return ordered(
                "description", help, "anyOf", List.of(Map.of("type", "string", "pattern", "\\.ya?ml$"), mapping));
    }

    /** The definition with the default parameters; empty when these do not bind, or the plugin fails. */
    private static <P extends Record> Map<String, Object> hints(Workload<P> workload) {
        P defaults = ParameterBinder.bind(workload.parametersType(), Map.of()).value();
        if (defaults == null) {
            return Map.of();
        }
        try {
            return hints(PluginCall.query("Describing it", workload, () -> workload.define(defaults)));
        } catch (PluginCall.Failure e) {
            return Map.of();
        }
    }

    private static Map<String, Object> where(Key<?> key, Map<String, Object> value) {
        return Map.of("properties", Map.of(key.name(), value), "required", List.of(key.name()));
    }

    private static List<String> requiredKeys(Workload<?> workload, boolean needsParameters) {
        List<String> keys = new ArrayList<>();
        if (workload.needsSut()) {
            keys.add(RunFileKeys.SUT.name());
        }
        if (needsParameters) {
            keys.add(RunFileKeys.PARAMETERS.name());
        }
        return keys;
    }

    /** The schemas of keys with names or defaults in the definition; open: parameters may define more operations. */
    private static Map<String, Object> hints(WorkloadDefinition definition) {
        Map<String, Object> named = new LinkedHashMap<>();
        definition.units().forEach(unit -> named.put(unit.name(), Map.of()));
        Map<String, Object> units = below(named);
        return ordered(
                RunFileKeys.LOAD.name(), below(ordered(LoadKeys.UNITS.name(), units)),
                RunFileKeys.MIX.name(), MixType.hints(units, List.copyOf(named.keySet())),
                RunFileKeys.TIMEOUT.name(), below(timeouts(definition)),
                RunFileKeys.QOS.name(), below(limits(definition)));
    }

    private static Map<String, Object> below(Map<String, Object> properties) {
        return ordered("properties", properties);
    }

    private static Map<String, Object> timeouts(WorkloadDefinition definition) {
        Map<String, Object> result = ordered(WorkloadSpec.ALL, described("Every operation."));
        for (OperationDefinition operation : definition.operations()) {
            result.put(
                    operation.name(),
                    ordered("description", operation.description(), "default", Durations.format(operation.timeout())));
        }
        return result;
    }

    private static Map<String, Object> limits(WorkloadDefinition definition) {
        Map<String, Object> result =
                ordered(WorkloadSpec.ALL, described("All operations together, and each by itself."));
        for (OperationDefinition operation : definition.operations()) {
            result.put(operation.name(), limits(operation.description(), operation.limits()));
        }
        for (UnitDefinition unit : definition.units()) {
            result.putIfAbsent(unit.name(), described(UNIT));
        }
        for (MeasureDefinition measure : definition.measures()) {
            if (measure.kind() == MeasureDefinition.Kind.SERIES) {
                result.putIfAbsent(measure.name(), limits(measure.description(), measure.limits()));
            }
        }
        return result;
    }

    private static Map<String, Object> limits(String description, List<QosLimit> limits) {
        return limits.isEmpty()
                ? described(description)
                : ordered(
                        "description",
                        description,
                        "default",
                        limits.stream().map(QosLimit::toString).toList());
    }

    private static Map<String, Object> described(String description) {
        return ordered("description", description);
    }
}
