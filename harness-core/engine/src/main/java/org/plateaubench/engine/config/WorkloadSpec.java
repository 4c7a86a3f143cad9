// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.config.key.Key;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.config.key.MappingValues;

public record WorkloadSpec(String name, MappingValues given) {
    public static final String ALL = "*";

    public <T> @Nullable T get(Key<T> key) {
        return given.get(key);
    }

    /** Timeouts by operation; {@link #ALL} means the remaining operations. */
    public Map<String, Duration> timeouts() {
        return given.or(RunFileKeys.TIMEOUT, Map.of());
    }

    /** Limits by operation or unit; {@link #ALL} means all operations. */
    public Map<String, List<QosLimit>> limits() {
        return given.or(RunFileKeys.QOS, Map.of());
    }

    /** Parameters of the plugin: text, null, list or mapping by name; not checked yet. */
    public Map<String, @Nullable Object> parameters() {
        return given.or(RunFileKeys.PARAMETERS, Map.of());
    }

    /** Whether its load follows a schedule, or might do so because it is not valid. */
    boolean mayBeScheduled() {
        LoadSpec load = given.get(RunFileKeys.LOAD);
        return load == null || !load.steps().isEmpty();
    }
}
