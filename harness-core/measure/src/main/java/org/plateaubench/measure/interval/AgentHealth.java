// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

/**
 * The health of an agent in one interval.
 *
 * @param longestStallNanos longest time by which the stall meter woke up late
 * @param longestPauseNanos longest collector pause that ended in the interval
 * @param processCpuShare CPU time of the agent's process over the time and the cores that it may use; 1 when it uses
 *     all of them, negative when not known
 * @param hostCpuShare CPU time of all processes over time and cores, 0 to 1; negative when not known
 * @param heapUsedBytes heap in use at the end
 * @param threads platform threads at the end
 * @param cpu CPU of the agent's process in cores, and what limited it
 */
public record AgentHealth(
        long longestStallNanos,
        long longestPauseNanos,
        double processCpuShare,
        double hostCpuShare,
        long heapUsedBytes,
        int threads,
        CpuUse cpu) {
    /** Creates the health on a system that does not report more about CPU. */
    public AgentHealth(
            long stallNanos, long pauseNanos, double processShare, double hostShare, long heapBytes, int threads) {
        this(stallNanos, pauseNanos, processShare, hostShare, heapBytes, threads, CpuUse.NOT_REPORTED);
    }
}
