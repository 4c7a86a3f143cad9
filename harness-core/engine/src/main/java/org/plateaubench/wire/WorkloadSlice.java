// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;

/**
 * One agent's complete part of one workload of one tile.
 *
 * @param plugin reference of the workload in a plugin catalog: {@code id} or {@code id/name}
 * @param parameters parameters of the plan; a secret is a reference such as {@code ${env:NAME}}
 * @param steadyBoundaries boundaries between parts of the steady phase, since the start of ramp-up; none if undivided
 */
public record WorkloadSlice(
        int tile,
        String workload,
        String plugin,
        Map<String, Object> parameters,
        @Nullable String sut,
        WorkloadDefinition definition,
        Load load,
        Map<String, Pacing> pacing,
        Execution execution,
        List<Duration> steadyBoundaries,
        long dataSeed,
        Map<String, String> files,
        Load.Share share,
        Load.Ramp ramp) {
    /** The scope in events and tables: {@code tile/workload}. */
    public String scope() {
        return tile + "/" + workload;
    }
}
