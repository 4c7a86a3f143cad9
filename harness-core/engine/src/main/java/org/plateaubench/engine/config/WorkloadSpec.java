// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.QosLimit;

/**
 * A workload as given; null for missing or invalid values.
 *
 * @param name name in the run file
 * @param plugin reference of the workload in a plugin
 * @param sut name of its SUT
 * @param data what happens to existing data
 * @param load load
 * @param mix choice among the units
 * @param parameters text, null, list or mapping by name; not checked yet
 * @param timeouts timeouts by operation, {@link #ALL} for the remaining ones
 * @param limits limits by operation or unit, {@link #ALL} for all operations
 * @param execution the threads that run the users
 */
public record WorkloadSpec(
        String name,
        @Nullable String plugin,
        @Nullable String sut,
        @Nullable DataPolicy data,
        @Nullable LoadSpec load,
        @Nullable Mix mix,
        Map<String, @Nullable Object> parameters,
        Map<String, Duration> timeouts,
        Map<String, List<QosLimit>> limits,
        @Nullable Execution execution) {
    /** Stands for every operation. */
    public static final String ALL = "*";

    public WorkloadSpec {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        timeouts = Collections.unmodifiableMap(new LinkedHashMap<>(timeouts));
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    }

    /** Whether its load follows a schedule, or may do so, since it is not valid. */
    boolean mayBeScheduled() {
        return load == null || !load.steps().isEmpty();
    }
}
