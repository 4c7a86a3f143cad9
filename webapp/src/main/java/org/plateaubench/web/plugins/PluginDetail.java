// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.plugins;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.app.PlanText;
import org.plateaubench.app.plugin.ParameterDescription;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.ServiceDescription;
import org.plateaubench.app.plugin.WorkloadDescription;
import org.plateaubench.engine.document.Documents;

/** A plugin, as its page shows it. */
record PluginDetail(
        String id,
        String version,
        String description,
        boolean documented,
        @Nullable String problem,
        List<PluginDescription.Jar> jars,
        List<ShownWorkload> workloads,
        List<ServiceDescription> services) {

    static PluginDetail of(PluginDescription plugin, boolean isDocumented) {
        return new PluginDetail(
                plugin.id(),
                plugin.version(),
                plugin.description(),
                isDocumented,
                plugin.problem(),
                plugin.jars(),
                plugin.workloads().stream().map(ShownWorkload::of).toList(),
                plugin.services());
    }

    private static List<String> limits(List<QosLimit> limits) {
        return limits.stream().map(QosLimit::toString).toList();
    }

    /** A workload. */
    record ShownWorkload(
            String name,
            String reference,
            String description,
            boolean needsSut,
            @JsonUnwrapped Defined defined,
            List<ParameterDescription> parameters) {
        static ShownWorkload of(WorkloadDescription workload) {
            WorkloadDefinition definition = workload.definition();
            return new ShownWorkload(
                    workload.name(),
                    workload.reference(),
                    workload.description(),
                    workload.needsSut(),
                    definition == null ? Defined.NOTHING : Defined.of(definition, workload.shares()),
                    workload.parameters());
        }
    }

    /** What a workload does with its default parameters. */
    record Defined(
            List<String> executions,
            @Nullable String pacing,
            @Nullable ShownMetric metric,
            List<ShownOperation> operations,
            List<ShownUnit> units,
            List<ShownMeasure> measures) {
        /** What is shown of a workload whose default parameters do not bind. */
        static final Defined NOTHING = new Defined(List.of(), null, null, List.of(), List.of(), List.of());

        static Defined of(WorkloadDefinition definition, Map<String, Double> shares) {
            return new Defined(
                    definition.executions().stream().map(Documents::word).toList(),
                    PlanText.pacing(definition.pacing()),
                    new ShownMetric(
                            definition.metric().name(), definition.metric().unit()),
                    definition.operations().stream()
                            .map(one -> ShownOperation.of(one, shares.getOrDefault(one.name(), 0.0)))
                            .toList(),
                    definition.units().stream()
                            .filter(unit -> !unit.isSingleOperation())
                            .map(unit -> new ShownUnit(unit.name(), PlanText.unit(unit, definition.operations())))
                            .toList(),
                    definition.measures().stream().map(ShownMeasure::of).toList());
        }
    }

    /** The figure of a workload. */
    record ShownMetric(String name, String unit) {}

    /** An operation, with its share of all operations. */
    record ShownOperation(String name, String description, String timeout, List<String> limits, double share) {
        static ShownOperation of(OperationDefinition operation, double share) {
            return new ShownOperation(
                    operation.name(),
                    operation.description(),
                    Durations.format(operation.timeout()),
                    PluginDetail.limits(operation.limits()),
                    share);
        }
    }

    /** A unit of several operations. */
    record ShownUnit(String name, String description) {}

    /** A counter, gauge or series that the workload records itself. */
    record ShownMeasure(String name, String kind, String unit, String description, List<String> limits) {
        static ShownMeasure of(MeasureDefinition measure) {
            return new ShownMeasure(
                    measure.name(),
                    Documents.word(measure.kind()),
                    measure.unit(),
                    measure.description(),
                    PluginDetail.limits(measure.limits()));
        }
    }
}
