// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One time for all operations, or a time by operation. */
final class TimeoutsType implements ValueType<Map<String, Duration>> {
    static final TimeoutsType ANY = new TimeoutsType();

    private static final DurationType TIME = DurationType.ABOVE_ZERO;

    private TimeoutsType() {}

    @Override
    public Map<String, Duration> read(ConfigNode node, String path, Reading reading) {
        Map<String, Duration> result = new LinkedHashMap<>();
        if (node instanceof ConfigNode.Mapping) {
            Section byOperation = Section.of(path, node, reading);
            byOperation
                    .all()
                    .forEach((operation, value) ->
                            put(result, operation, TIME.read(value, byOperation.path(operation), reading)));
        } else {
            put(result, WorkloadSpec.ALL, TIME.read(node, path, reading));
        }
        return result;
    }

    private static void put(Map<String, Duration> result, String operation, @Nullable Duration timeout) {
        if (timeout != null) {
            result.put(operation, timeout);
        }
    }

    @Override
    public Map<String, Object> schema(String help) {
        return SchemaForm.oneWay(
                help, "anyOf", List.of(TIME.schema(""), SchemaForm.byOperation("By operation.", TIME.schema(""))));
    }

    @Override
    public String words() {
        return "a duration, or durations by operation";
    }
}
