// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.AgentCpu;
import org.plateaubench.measure.calibration.Calibration;

/**
 * The figures of the harness itself in the steady window.
 *
 * @param dispatchLag dispatch lag over all workloads, null when there was none
 * @param completionLag completion lag over all workloads, null when it was not measured
 * @param wakeUpLag how late event loops woke up, over all workloads, null when there was none
 * @param longestStallMs longest stop of any agent, null when no interval lies in the window
 * @param cpuShare greatest mean CPU share of any agent's process over its cores, 1 for all of them, null when not known
 * @param cpu CPU of that agent in cores, null when not known
 * @param agents figures of single agents, empty unless the plan requests them
 * @param calibrations calibration of each agent's host before the load began, by name of the agent; empty when there
 *     was none
 */
public record HarnessResult(
        @Nullable Lag dispatchLag,
        @Nullable Lag completionLag,
        @Nullable Lag wakeUpLag,
        @Nullable Double longestStallMs,
        @Nullable Double cpuShare,
        @Nullable AgentCpu cpu,
        List<AgentResult> agents,
        Map<String, Calibration> calibrations) {
    public HarnessResult {
        calibrations = Collections.unmodifiableMap(new TreeMap<>(calibrations));
    }

    public record Lag(
            @JsonProperty("p50") double p50Ms,
            @JsonProperty("p99") double p99Ms,
            @JsonProperty("p99_9") double p999Ms,
            @JsonProperty("max") double maxMs) {}
}
