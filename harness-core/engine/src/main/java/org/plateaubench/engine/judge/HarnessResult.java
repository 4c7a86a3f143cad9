// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import org.jspecify.annotations.Nullable;

/**
 * How the harness itself did in the steady window.
 *
 * @param dispatchLag dispatch lag over all workloads, null when there was none
 * @param completionLag completion lag over all workloads, null when it was not measured
 * @param longestStallMs longest stop of any agent, null when no interval lies in the window
 * @param cpuShare greatest mean CPU share of any agent's process over its cores, 0 to 1, null when not known
 */
public record HarnessResult(
        @Nullable Lag dispatchLag,
        @Nullable Lag completionLag,
        @Nullable Double longestStallMs,
        @Nullable Double cpuShare) {

    /** A lag in milliseconds. */
    public record Lag(double p50Ms, double p99Ms, double maxMs) {}
}
