// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.editor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;

/**
 * An operation, unit or series that can have limits.
 *
 * @param name its name in the run file
 * @param help a sentence
 * @param limits default limits
 */
record LimitSubject(String name, String help, List<QosLimit> limits) {
    private static final String UNIT = "The whole unit, from its intended start to its last end.";

    LimitSubject {
        limits = List.copyOf(limits);
    }

    static List<LimitSubject> of(WorkloadDefinition workload) {
        Map<String, LimitSubject> found = new LinkedHashMap<>();
        for (OperationDefinition operation : workload.operations()) {
            found.put(
                    operation.name(), new LimitSubject(operation.name(), operation.description(), operation.limits()));
        }
        for (UnitDefinition unit : workload.units()) {
            found.putIfAbsent(unit.name(), new LimitSubject(unit.name(), UNIT, List.of()));
        }
        for (MeasureDefinition measure : workload.measures()) {
            if (measure.kind() == MeasureDefinition.Kind.SERIES) {
                found.putIfAbsent(
                        measure.name(), new LimitSubject(measure.name(), measure.description(), measure.limits()));
            }
        }
        return List.copyOf(found.values());
    }
}
