// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import static org.plateaubench.engine.config.key.SchemaForm.ordered;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.plateaubench.api.Durations;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.key.DistributionType;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.MixType;

/**
 * The names and defaults of a workload with its default parameters, for the schema. They restrict nothing, because
 * other parameters may define other operations.
 */
final class WorkloadHints {
    private static final String PROPERTIES = "properties";
    private static final String UNIT = "The whole unit, from its intended start to its last end.";

    private WorkloadHints() {}

    /** The schemas of the keys of a workload for which the definition has names or defaults. */
    static Map<String, Object> of(WorkloadDefinition definition) {
        List<String> names =
                definition.units().stream().map(UnitDefinition::name).toList();
        Map<String, Object> units = below(named(names, name -> Map.of()));
        Map<String, Object> mix = MixType.hints(units, names);
        mix.put("default", MixType.written(definition.mix()));
        return ordered(
                RunFileKeys.LOAD.name(), load(definition.pacing(), units),
                RunFileKeys.MIX.name(), mix,
                RunFileKeys.TIMEOUT.name(), below(timeouts(definition)),
                RunFileKeys.QOS.name(), below(limits(definition)));
    }

    private static Map<String, Object> below(Map<String, Object> properties) {
        return ordered(PROPERTIES, properties);
    }

    private static Map<String, Object> named(List<String> names, Function<String, Object> hint) {
        return names.stream()
                .collect(Collectors.toMap(name -> name, hint, (first, second) -> first, LinkedHashMap::new));
    }

    private static Map<String, Object> load(Pacing pacing, Map<String, Object> units) {
        Map<String, Object> properties = ordered(LoadKeys.UNITS.name(), units);
        if (pacing.gap().meanNanos() > 0) {
            Key<?> gap = pacing.kind() == Pacing.Kind.THINK ? LoadKeys.THINK : LoadKeys.CYCLE;
            properties.put(gap.name(), Map.of("default", DistributionType.written(pacing.gap())));
        }
        return below(properties);
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
