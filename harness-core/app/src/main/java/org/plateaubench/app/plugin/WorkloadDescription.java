// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ShownText;
import org.plateaubench.spi.Workload;

/** A workload; without a definition when the default parameters do not bind. */
public record WorkloadDescription(
        String plugin,
        String name,
        String reference,
        String description,
        boolean needsSut,
        List<ParameterDescription> parameters,
        @Nullable WorkloadDefinition definition) {
    /** Share of each operation among all operations in the default mix; empty when that is not known. */
    public Map<String, Double> shares() {
        return definition == null
                ? Map.of()
                : MixShares.ofOperations(definition.mix(), definition.operations(), definition.units());
    }

    static <P extends Record> WorkloadDescription of(LoadedPlugin plugin, Workload<P> workload) {
        P defaults = ParameterBinder.bind(workload.parametersType(), Map.of()).value();
        return new WorkloadDescription(
                plugin.id(),
                ShownText.of(workload.name()),
                plugin.reference(workload),
                ShownText.of(workload.description()),
                workload.needsSut(),
                ParameterDescription.of(workload.parametersType()),
                defaults == null ? null : workload.define(defaults));
    }
}
