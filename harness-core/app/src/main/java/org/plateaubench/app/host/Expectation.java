// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.host.HostFacts;

/** The possible use of a host, by rules of thumb. */
public record Expectation(Fit fit, List<String> sentences) {
    /** The bounds of M16 on lag for a workload without a latency limit. */
    private static final double STANDARD_LAG_MS = 1;

    private static final double DEV_LAG_MS = 20;
    /** The bound of M16 on the longest stall. */
    private static final double STALL_MS = 50;
    /** The share of its cores that an agent may use by M16. */
    private static final double CPU_SHARE = 0.75;
    /** The CPU time that the harness may use per operation besides its wait, a goal of docs/performance.md. */
    private static final double HARNESS_NANOS_PER_OPERATION = 15_000;
    /** The greatest number of users for which blocking clients have a thread per user. */
    private static final long MOST_THREAD_USERS = 256;

    /**
     * The possible use of a host in figures.
     *
     * @param fitForStandard whether its waits meet the bound of class standard on lag (measurement rule M16)
     * @param operationsPerSecond rate that it may pace with the CPU that M16 allows, 0 when not known
     * @param threadUsers users on platform threads with a connection each, 0 when not known
     * @param users users on virtual threads or event loops with a connection each, 0 when not known
     */
    public record Fit(
            boolean fitForStandard, boolean fitForDev, long operationsPerSecond, long threadUsers, long users) {}

    static Expectation of(HostFacts facts, Calibration calibration) {
        double lagMs = Math.max(
                        calibration.platform().p99Nanos(), calibration.virtual().p99Nanos())
                / Nanos.PER_MILLI;
        double stallMs = calibration.longestStallNanos() / Nanos.PER_MILLI;
        boolean standard = lagMs <= STANDARD_LAG_MS && stallMs <= STALL_MS;
        boolean dev = lagMs <= DEV_LAG_MS;
        long rate = rate(facts.cpu(), calibration.virtual().cpuNanosPerWait());
        long connections = connections(facts);
        Long threads = LimitRules.mostThreads(facts);
        long threadUsers = threads == null
                ? 0
                : Math.min(connections, Math.min(MOST_THREAD_USERS, Math.max(0, threads - LimitRules.OWN_THREADS)));
        List<String> sentences = new ArrayList<>();
        sentences.add(lagSentence(standard, dev, lagMs, stallMs));
        if (rate > 0) {
            sentences.add("With its CPU it may pace about " + rate + " operations per second (rule of thumb: "
                    + percent(CPU_SHARE) + " of the cores, the measured cost of a wait plus 15 us per operation,"
                    + " without the client library's own work).");
        }
        if (connections > 0) {
            sentences.add("With its limits it may carry about " + connections
                    + " users with a connection each to one address; on platform threads about " + threadUsers
                    + " per agent.");
        }
        return new Expectation(new Fit(standard, dev, rate, threadUsers, connections), sentences);
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

    private static long rate(HostFacts.Cpu cpu, long cpuNanosPerWait) {
        if (cpuNanosPerWait < 0) {
            return 0;
        }
        Double quota = cpu.quotaCores();
        double cores = quota == null ? cpu.usable() : Math.min(cpu.usable(), quota);
        double rate = CPU_SHARE * cores * Nanos.PER_SECOND / (cpuNanosPerWait + HARNESS_NANOS_PER_OPERATION);
        return roundedDown(rate);
    }

    private static long connections(HostFacts facts) {
        Long files = facts.limits().openFiles();
        Long first = facts.network().firstPort();
        Long last = facts.network().lastPort();
        if (files == null || first == null || last == null) {
            return 0;
        }
        return roundedDown((double) Math.min(Math.max(0, files - LimitRules.OWN_FILES), last - first + 1));
    }

    /** A value rounded down to two digits, because more would suggest a precision that does not exist. */
    private static long roundedDown(double value) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1));
        return (long) (Math.floor(value / unit) * unit);
    }

    private static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}
