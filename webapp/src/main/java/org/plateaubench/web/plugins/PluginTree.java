// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.plugins;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.PlanText;
import org.plateaubench.app.plugin.ParameterDescription;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.ServiceDescription;
import org.plateaubench.app.plugin.WorkloadDescription;

/** Converts plugins to JSON trees. Pure functions. */
final class PluginTree {
    private PluginTree() {}

    private static Map<String, @Nullable Object> tree(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            result.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return result;
    }

    static Map<String, @Nullable Object> entry(PluginDescription plugin, boolean isDocumented) {
        return tree(
                "id", plugin.id(),
                "version", plugin.version(),
                "description", plugin.description(),
                "workloads",
                        plugin.workloads().stream()
                                .map(WorkloadDescription::reference)
                                .toList(),
                "services",
                        plugin.services().stream().map(ServiceDescription::name).toList(),
                "documented", isDocumented);
    }

    static Map<String, @Nullable Object> detail(PluginDescription plugin, boolean isDocumented) {
        return tree(
                "id", plugin.id(),
                "version", plugin.version(),
                "description", plugin.description(),
                "documented", isDocumented,
                "problem", plugin.problem(),
                "jars", plugin.jars(),
                "workloads",
                        plugin.workloads().stream().map(PluginTree::workload).toList(),
                "services", plugin.services().stream().map(PluginTree::service).toList());
    }

    private static Map<String, @Nullable Object> service(ServiceDescription service) {
        return tree(
                "name", service.name(),
                "description", service.description(),
                "parameters", parameters(service.parameters()));
    }

    private static List<Map<String, @Nullable Object>> parameters(List<ParameterDescription> parameters) {
        return parameters.stream().map(ParameterDescription::toTree).toList();
    }

    private static Map<String, @Nullable Object> workload(WorkloadDescription workload) {
        Map<String, @Nullable Object> tree = tree(
                "name", workload.name(),
                "reference", workload.reference(),
                "description", workload.description(),
                "needsSut", workload.needsSut());
        WorkloadDefinition definition = workload.definition();
        if (definition == null) {
            tree.putAll(tree(
                    "executions", List.of(),
                    "pacing", null,
                    "metric", null,
                    "operations", List.of(),
                    "units", List.of(),
                    "measures", List.of()));
        } else {
            tree.putAll(defined(definition, workload.shares()));
        }
        tree.put("parameters", parameters(workload.parameters()));
        return tree;
    }

    private static Map<String, @Nullable Object> defined(WorkloadDefinition definition, Map<String, Double> shares) {
        return tree(
                "executions",
                definition.executions().stream().map(PluginTree::word).toList(),
                "pacing",
                PlanText.pacing(definition.pacing()),
                "metric",
                tree(
                        "name",
                        definition.metric().name(),
                        "unit",
                        definition.metric().unit()),
                "operations",
                definition.operations().stream()
                        .map(operation -> operation(operation, shares.getOrDefault(operation.name(), 0.0)))
                        .toList(),
                "units",
                definition.units().stream()
                        .filter(unit -> !unit.isSingleOperation())
                        .map(unit -> unit(unit, definition))
                        .toList(),
                "measures",
                definition.measures().stream().map(PluginTree::measure).toList());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Map<String, @Nullable Object> operation(OperationDefinition operation, double share) {
        return tree(
                "name", operation.name(),
                "description", operation.description(),
                "timeout", Durations.format(operation.timeout()),
                "limits", operation.limits().stream().map(QosLimit::toString).toList(),
                "share", share);
    }

    private static Map<String, @Nullable Object> unit(UnitDefinition unit, WorkloadDefinition definition) {
        return tree("name", unit.name(), "description", PlanText.unit(unit, definition.operations()));
    }

    private static Map<String, @Nullable Object> measure(MeasureDefinition measure) {
        return tree(
                "name", measure.name(),
                "kind", word(measure.kind()),
                "unit", measure.unit(),
                "description", measure.description(),
                "limits", measure.limits().stream().map(QosLimit::toString).toList());
    }
}
