// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.spi.ReportSection;

public record PluginSection(String scope, @JsonUnwrapped ReportSection.Table table) {

    /** The sections of every workload. A section that throws is replaced by a section with the failure. */
    public static List<PluginSection> render(
            RunPlan plan, Judgement judgement, Function<String, List<ReportSection>> sections) {
        List<PluginSection> rendered = new ArrayList<>();
        for (PlannedWorkload planned : plan.workloads()) {
            for (WorkloadResult result : judgement.workloads()) {
                if (result.tile() == planned.tile() && result.name().equals(planned.name())) {
                    for (ReportSection section : sections.apply(planned.plugin())) {
                        if (section.workload().equals(planned.workload())) {
                            rendered.add(render(section, new View(planned, result)));
                        }
                    }
                }
            }
        }
        return rendered;
    }

    private static PluginSection render(ReportSection section, View view) {
        String scope = view.planned.scope();
        try {
            return new PluginSection(
                    scope, PluginCall.query("Rendering a report section", section, () -> section.render(view)));
        } catch (PluginCall.Failure e) {
            String note = "The plugin could not render this section: " + e.describe();
            return new PluginSection(scope, new ReportSection.Table(view.planned.plugin(), note, List.of(), List.of()));
        }
    }

    private record View(PlannedWorkload planned, WorkloadResult result) implements ReportSection.WorkloadView {
        @Override
        public long operations(String operation, OutcomeKind outcome) {
            for (LineResult line : result.lines()) {
                if (line.name().equals(operation)) {
                    return line.count(
                            switch (outcome) {
                                case OK -> OperationColumns.OK;
                                case DECLINED -> OperationColumns.DECLINED;
                                case ERROR -> OperationColumns.ERRORS;
                                case ABANDONED -> OperationColumns.ABANDONED;
                                case DROPPED -> OperationColumns.DROPPED;
                            });
                }
            }
            return 0;
        }

        @Override
        public long counter(String name) {
            return result.counters().getOrDefault(name, 0L);
        }

        @Override
        public String parameter(String name) {
            Map<String, Object> parameters = planned.parameters();
            return parameters.containsKey(name) ? String.valueOf(parameters.get(name)) : "";
        }
    }
}
