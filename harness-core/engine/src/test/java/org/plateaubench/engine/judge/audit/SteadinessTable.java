// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

/**
 * Prints the tables of docs/audits.md: {@code verification/steadiness [SAMPLES [FAULTY-RUNS [CLEAN-RUNS]]]}.
 */
final class SteadinessTable {
    private static final double[] NOISE_LEVELS = {0.03, 0.05, 0.08};
    private static final double[] CORRELATIONS = {0, 0.5, 0.8};
    private static final int[] WORKLOADS = {1, 4, 68};
    private static final int[] MINUTES = {1, 5, 30};

    /** Number of runs to which the printed rates refer. */
    private static final int RATE_BASE = 10_000;

    private SteadinessTable() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) {
        int samples = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        int faultyRuns = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000;
        int cleanRuns = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
        System.out.println(
                "False alarms in 10,000 runs: minutes, workloads, noise, correlation: estimate and standard error,"
                        + " upper bound; alarms counted in clean runs");
        for (int minutes : MINUTES) {
            for (int workloads : WORKLOADS) {
                for (double noise : NOISE_LEVELS) {
                    for (double correlation : CORRELATIONS) {
                        FalseAlarmEstimator.Estimate estimate = new FalseAlarmEstimator(
                                        1, new SteadyRuns(1, minutes, workloads, noise, correlation))
                                .estimate(samples);
                        int alarms = new SteadyRuns(1, minutes, workloads, noise, correlation)
                                .detections(SteadyRuns.Fault.NONE, cleanRuns);
                        System.out.printf(
                                "%d min, %d, %.2f, %.1f: %.3f +- %.3f, at most %.3f; %d of %d%n",
                                minutes,
                                workloads,
                                noise,
                                correlation,
                                estimate.mean() * RATE_BASE,
                                estimate.error() * RATE_BASE,
                                estimate.upperBound() * RATE_BASE,
                                alarms,
                                cleanRuns);
                    }
                }
            }
        }
        System.out.println("Detected faults, noise 0.03: minutes, workloads, correlation: percent");
        for (int minutes : MINUTES) {
            for (int workloads : WORKLOADS) {
                for (double correlation : CORRELATIONS) {
                    StringBuilder line = new StringBuilder();
                    for (SteadyRuns.Fault fault : SteadyRuns.Fault.values()) {
                        if (fault != SteadyRuns.Fault.NONE) {
                            int detected = new SteadyRuns(2, minutes, workloads, 0.03, correlation)
                                    .detections(fault, faultyRuns);
                            line.append(" ").append(fault).append(" ").append(100.0 * detected / faultyRuns);
                        }
                    }
                    System.out.printf("%d min, %d, %.1f:%s%n", minutes, workloads, correlation, line);
                }
            }
        }
    }
}
