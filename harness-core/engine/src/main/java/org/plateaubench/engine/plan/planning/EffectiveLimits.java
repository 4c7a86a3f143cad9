// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;

/**
 * Determines the effective limits and timeouts. Each limit bounds one quantity, such as the 95th percentile from above.
 * For each quantity the most specific limit applies: the limit of the run file for the operation, the limit of the run
 * file for {@code *}, the limit of the plugin, and finally that errors must be below 1 %.
 */
final class EffectiveLimits {
    /** The error limit of an operation that has no other (M15). */
    static final QosLimit DEFAULT_ERRORS = QosLimit.parse("errors < 1%");

    private EffectiveLimits() {}

    static List<OperationDefinition> operations(WorkloadDefinition definition, WorkloadSpec spec) {
        List<OperationDefinition> result = new ArrayList<>();
        for (OperationDefinition operation : definition.operations()) {
            Duration timeout = spec.timeouts()
                    .getOrDefault(
                            operation.name(), spec.timeouts().getOrDefault(WorkloadSpec.ALL, operation.timeout()));
            List<QosLimit> limits = merge(
                    List.of(DEFAULT_ERRORS),
                    operation.limits(),
                    spec.limits().getOrDefault(WorkloadSpec.ALL, List.of()),
                    spec.limits().getOrDefault(operation.name(), List.of()));
            result.add(operation.withTimeout(timeout).withLimits(limits));
        }
        return result;
    }

    /** The limits of units of several operations; a unit of a single operation has the limits of its operation. */
    static Map<String, List<QosLimit>> units(WorkloadDefinition definition, WorkloadSpec spec) {
        Map<String, List<QosLimit>> result = new TreeMap<>();
        for (UnitDefinition unit : definition.units()) {
            List<QosLimit> limits = spec.limits().getOrDefault(unit.name(), List.of());
            if (!unit.isSingleOperation() && !limits.isEmpty()) {
                result.put(unit.name(), limits);
            }
        }
        return result;
    }

    /** The measures, with the effective limits of series. A run file's limits for {@code *} are for operations. */
    static List<MeasureDefinition> measures(WorkloadDefinition definition, WorkloadSpec spec) {
        List<MeasureDefinition> result = new ArrayList<>();
        for (MeasureDefinition measure : definition.measures()) {
            List<QosLimit> overrides = measure.kind() == MeasureDefinition.Kind.SERIES
                    ? spec.limits().getOrDefault(measure.name(), List.of())
                    : List.of();
            result.add(new MeasureDefinition(
                    measure.name(),
                    measure.kind(),
                    measure.unit(),
                    measure.description(),
                    merge(measure.limits(), overrides)));
        }
        return result;
    }

    static List<MeasureDefinition> series(WorkloadDefinition definition) {
        return definition.measures().stream()
                .filter(measure -> measure.kind() == MeasureDefinition.Kind.SERIES)
                .toList();
    }

    @SafeVarargs
    private static List<QosLimit> merge(List<QosLimit>... fromGeneralToSpecific) {
        Map<String, QosLimit> byQuantity = new TreeMap<>();
        for (List<QosLimit> limits : fromGeneralToSpecific) {
            limits.forEach(limit -> byQuantity.put(quantity(limit), limit));
        }
        return List.copyOf(byQuantity.values());
    }

    private static String quantity(QosLimit limit) {
        return limit.metricName() + (limit.isUpper() ? " above" : " below");
    }

    static List<QosLimit> relaxed(OperationDefinition defined, OperationDefinition planned) {
        return relaxed(merge(List.of(DEFAULT_ERRORS), defined.limits()), planned.limits());
    }

    static List<QosLimit> relaxed(MeasureDefinition defined, MeasureDefinition planned) {
        return relaxed(defined.limits(), planned.limits());
    }

    private static List<QosLimit> relaxed(List<QosLimit> before, List<QosLimit> planned) {
        return before.stream()
                .filter(limit -> planned.stream().anyMatch(now -> isRelaxed(now, limit)))
                .toList();
    }

    private static boolean isRelaxed(QosLimit now, QosLimit before) {
        if (!quantity(now).equals(quantity(before))) {
            return false;
        }
        if (now.bound() == before.bound()) {
            return now.operator().holds(0, 0) && !before.operator().holds(0, 0);
        }
        return now.isUpper() == (now.bound() > before.bound());
    }
}
