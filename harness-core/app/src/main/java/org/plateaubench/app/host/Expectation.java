// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.HostFacts;

/** The possible use of a host, by rules of thumb. */
public record Expectation(Fit fit, List<String> sentences) {
    /** The bounds of M16 on lag for a workload without a latency limit. */
    private static final double STANDARD_LAG_MS = 1;

    private static final double DEV_LAG_MS = 20;
    /** The bound of M16 on the longest stall. */
    private static final double STALL_MS = 50;
    /** The greatest number of users for which blocking clients have a thread per user. */
    private static final long MAX_THREAD_USERS = 256;

    /**
     * The possible use of a host in figures.
     *
     * @param fitForStandard whether its waits meet the bound of class standard on lag (measurement rule M16)
     * @param operationsPerSecond rate that it may pace on threads with the CPU that M16 allows, 0 when not known
     * @param loopOperationsPerSecond the same on event loops
     * @param threadUsers users on platform threads with a connection each, 0 when not known
     * @param users users on virtual threads or event loops with a connection each, 0 when not known
     */
    public record Fit(
            boolean fitForStandard,
            boolean fitForDev,
            long operationsPerSecond,
            long loopOperationsPerSecond,
            long threadUsers,
            long users) {}

    static Expectation of(HostFacts facts, Calibration calibration) {
        double lagMs = Math.max(
                        calibration.platform().p99Nanos(), calibration.virtual().p99Nanos())
                / Nanos.PER_MILLI;
        double stallMs = calibration.longestStallNanos() / Nanos.PER_MILLI;
        boolean standard = lagMs <= STANDARD_LAG_MS && stallMs <= STALL_MS;
        boolean dev = lagMs <= DEV_LAG_MS;
        CalibratedRate calibrated = CalibratedRate.of(calibration);
        long rate = CalibratedRate.roundedDown(calibrated.perSecond(Execution.VIRTUAL, 1, false));
        long loopRate = CalibratedRate.roundedDown(calibrated.perSecond(Execution.EVENT_LOOP, 1, false));
        long connections = connections(facts);
        Long threads = LimitRules.mostThreads(facts);
        long threadUsers = threads == null
                ? 0
                : Math.min(connections, Math.min(MAX_THREAD_USERS, Math.max(0, threads - LimitRules.OWN_THREADS)));
        List<String> sentences = new ArrayList<>();
        sentences.add(lagSentence(standard, dev, lagMs, stallMs));
        if (rate > 0 && loopRate > 0) {
            sentences.add("With " + Math.round(100 * CalibratedRate.CPU_SHARE) + "% of its cores it may drive about "
                    + rate
                    + " operations per second on threads and " + loopRate + " on event loops, less beside an embedded"
                    + " SUT. Runs that request more are refused without --force.");
        }
        if (connections > 0) {
            sentences.add("With its limits it may carry about " + connections
                    + " users with a connection each to one address; on platform threads about " + threadUsers
                    + " per agent.");
        }
        return new Expectation(new Fit(standard, dev, rate, loopRate, threadUsers, connections), sentences);
    }

    private static String lagSentence(boolean standard, boolean dev, double lagMs, double stallMs) {
        String seen = String.format(
                Locale.ROOT,
                "1 wait in 100 ended more than %.3f ms late, the longest stall was %.1f ms",
                lagMs,
                stallMs);
        if (standard) {
            return "Fit for class standard: " + seen + "; at most 1 ms and 50 ms are allowed.";
        }
        return dev
                ? "Fit for class dev only: " + seen + "; class standard allows 1 ms and 50 ms."
                : "Not fit for measurements: " + seen + "; even class dev allows 20 ms only.";
    }

    private static long connections(HostFacts facts) {
        Long files = facts.limits().openFiles();
        Long first = facts.network().firstPort();
        Long last = facts.network().lastPort();
        if (files == null || first == null || last == null) {
            return 0;
        }
        return CalibratedRate.roundedDown(
                (double) Math.min(Math.max(0, files - LimitRules.OWN_FILES), last - first + 1));
    }
}
