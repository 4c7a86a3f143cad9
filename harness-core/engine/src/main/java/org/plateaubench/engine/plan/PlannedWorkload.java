// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.Sha256;
import org.plateaubench.measure.interval.LineInterval;

/**
 * A workload of one tile, fully resolved.
 *
 * @param pacing pacing by unit, which includes each unit's gap; empty in open load
 * @param parameters all parameters in canonical form, defaults included, secrets as references
 * @param lagBoundMs bound of the 99th percentile of dispatch and of completion lag, milliseconds
 */
@JsonInclude(Include.NON_NULL)
public record PlannedWorkload(
        int tile,
        String name,
        String plugin,
        String workload,
        @Nullable String sut,
        DataPolicy data,
        Load load,
        List<AgentShare> shares,
        Map<String, Pacing> pacing,
        Mix mix,
        List<OperationDefinition> operations,
        List<UnitDefinition> units,
        Map<String, List<QosLimit>> unitLimits,
        MetricDefinition metric,
        List<MeasureDefinition> measures,
        @JsonInclude(Include.NON_EMPTY) List<CheckDefinition> checks,
        Execution execution,
        Map<String, Object> parameters,
        long dataSeed,
        @JsonInclude(Include.NON_EMPTY) List<SteadyPart> parts,
        double lagBoundMs,
        @JsonInclude(Include.NON_EMPTY) Map<String, PlannedFile> files) {
    /** The label of every output of a run whose schedule shifts with a slow SUT. */
    public static final String OMISSION_NOT_CORRECTED = "omission not corrected";

    public PlannedWorkload {
        parameters = ParameterBinder.canonical(parameters);
    }

    public String label() {
        boolean isRebased = pacing.values().stream()
                .anyMatch(unit -> unit.kind() == Pacing.Kind.CYCLE && unit.onLate() == Pacing.OnLate.REBASE);
        return isRebased ? OMISSION_NOT_CORRECTED : "";
    }

    /** The tightest latency limit of any operation or unit, milliseconds; infinite when there is none. */
    public double tightestLimitMs() {
        Stream<List<QosLimit>> all =
                Stream.concat(operations.stream().map(OperationDefinition::limits), unitLimits.values().stream());
        return all.flatMap(List::stream)
                .filter(limit -> limit.metric().isTime())
                .mapToDouble(QosLimit::bound)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    public List<Duration> steadyBoundaries() {
        return parts.stream().skip(1).map(SteadyPart::start).toList();
    }

    public PlannedWorkload withParts(List<SteadyPart> newParts, double newLagBoundMs) {
        return new PlannedWorkload(
                tile,
                name,
                plugin,
                workload,
                sut,
                data,
                load,
                shares,
                pacing,
                mix,
                operations,
                units,
                unitLimits,
                metric,
                measures,
                checks,
                execution,
                parameters,
                dataSeed,
                newParts,
                newLagBoundMs,
                files);
    }

    /** Operations, units of several operations and observed series, in this order, with their kinds. */
    public Map<String, LineInterval.Kind> lines() {
        Map<String, LineInterval.Kind> lines = new LinkedHashMap<>();
        operations.forEach(operation -> lines.put(operation.name(), LineInterval.Kind.OPERATION));
        units.stream()
                .filter(unit -> !unit.isSingleOperation())
                .forEach(unit -> lines.put(unit.name(), LineInterval.Kind.UNIT));
        measures(MeasureDefinition.Kind.SERIES).forEach(series -> lines.put(series, LineInterval.Kind.SERIES));
        return lines;
    }

    public List<AgentShare> drivingShares() {
        return shares.stream().filter(share -> share.users() > 0).toList();
    }

    public List<String> measures(MeasureDefinition.Kind kind) {
        return measures.stream()
                .filter(measure -> measure.kind() == kind)
                .map(MeasureDefinition::name)
                .toList();
    }

    /** The name of the workload in events, errors and figures: {@code tile/name}. */
    public String scope() {
        return tile + "/" + name;
    }

    public String reference() {
        return plugin + "/" + workload;
    }

    public List<QosLimit> limitsOf(String line) {
        for (OperationDefinition operation : operations) {
            if (operation.name().equals(line)) {
                return operation.limits();
            }
        }
        for (MeasureDefinition measure : measures) {
            if (measure.kind() == MeasureDefinition.Kind.SERIES
                    && measure.name().equals(line)) {
                return measure.limits();
            }
        }
        return unitLimits.getOrDefault(line, List.of());
    }

    /**
     * A file that a workload uses.
     *
     * @param path path of the file relative to the folder of the run file, and also in the run directory
     */
    public record PlannedFile(String path, String sha256) {
        public static PlannedFile of(String path, String text) {
            return new PlannedFile(path, HexFormat.of().formatHex(Sha256.of(text)));
        }
    }

    /**
     * A part of the steady phase of a workload, within one step of its schedule and one scored period.
     *
     * @param step number of the step to which it belongs, from 1; 0 without a schedule
     * @param period number of the scored period to which it belongs, from 1; 0 for none
     */
    public record SteadyPart(Duration start, Duration end, int step, int period) {}
}
