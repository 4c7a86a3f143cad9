// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.ExpectedRate;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibrator;
import org.plateaubench.spi.SutContext;

/**
 * The operations per second that a host can drive by its calibration, with the share of its processors that measurement
 * rule M16 allows and the goals of docs/performance.md for the harness's own work.
 *
 * @param waitNanos CPU time of a wait of a thread, negative when not known
 * @param exchangeNanos CPU time of both sides of an exchange over loopback, negative when not known
 */
public record CalibratedRate(int cores, long waitNanos, long exchangeNanos) {
    /** The share of its cores that an agent may use by M16. */
    static final double CPU_SHARE = 0.75;
    /** The CPU time that the harness may use per operation on a thread in addition to its wait. */
    private static final double THREAD_NANOS = 15_000;
    /** The CPU time that the harness may use per operation on an event loop, at 100,000 operations per second. */
    private static final double LOOP_NANOS = 8_000;

    public static CalibratedRate of(Calibration calibration) {
        return new CalibratedRate(
                calibration.cores(), calibration.virtual().cpuNanosPerWait(), calibration.exchangeNanos());
    }

    /** The smaller known time of each measurement, since other programs can only make it longer. */
    CalibratedRate smallerTimes(CalibratedRate other) {
        return new CalibratedRate(
                cores, smaller(waitNanos, other.waitNanos), smaller(exchangeNanos, other.exchangeNanos));
    }

    private static long smaller(long first, long second) {
        return first < 0 || (second >= 0 && second < first) ? second : first;
    }

    /**
     * The maximum number of operations per second, 0 when not known.
     *
     * @param depth commands that a connection may have outstanding, which share an exchange
     * @param hasSut whether a SUT on the same host uses its processors too
     */
    double perSecond(Execution execution, int depth, boolean hasSut) {
        double sides = exchangeNanos / 2.0 * (hasSut ? 2 : 1) / depth;
        boolean isLoop = execution == Execution.EVENT_LOOP;
        boolean isKnown = exchangeNanos >= 0 && (isLoop || waitNanos >= 0);
        double nanos = isLoop ? sides + LOOP_NANOS : waitNanos + (hasSut ? sides : 0) + THREAD_NANOS;
        return isKnown ? CPU_SHARE * cores * Nanos.PER_SECOND / nanos : 0;
    }

    static long roundedDown(double value) {
        double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1));
        return (long) (Math.floor(value / unit) * unit);
    }

    /** Stores this host's rate in a file, so that all runs use the same rate; another host or JVM is measured again. */
    public static final class HostCalibration {
        private static final Path FILE = Path.of(System.getProperty("user.home", "."), ".plateau", "calibration.json");

        private record Stored(String host, CalibratedRate rate) {}

        private HostCalibration() {}

        public static CalibratedRate ofThisHost() throws InterruptedException {
            return ofThisHost(FILE);
        }

        static CalibratedRate ofThisHost(Path file) throws InterruptedException {
            try {
                Stored stored = Documents.ifValid(Documents.parse(Files.readString(file)), Stored.class)
                        .orElse(null);
                if (stored != null && stored.host().equals(identity())) {
                    return stored.rate();
                }
            } catch (IOException | IllegalArgumentException e) {
                // It was never measured, or the file is damaged.
            }
            return store(file, measure());
        }

        static void store(Calibration calibration) {
            store(FILE, CalibratedRate.of(calibration));
        }

        private static CalibratedRate store(Path file, CalibratedRate rate) {
            try {
                AtomicFile.createFolders(
                        Objects.requireNonNull(file.toAbsolutePath().getParent()));
                AtomicFile.write(file, Documents.text(new Stored(identity(), rate)));
            } catch (IOException e) {
                // It is measured again the next time.
            }
            return rate;
        }

        /** Measures the host again, since other programs may have slowed the first one; the smaller times count. */
        public static CalibratedRate measureAgain() throws InterruptedException {
            return store(FILE, ofThisHost(FILE).smallerTimes(measure()));
        }

        private static CalibratedRate measure() throws InterruptedException {
            return CalibratedRate.of(new Calibrator(SystemClock.instance()).calibrate(Calibrator.BEFORE_A_RUN));
        }

        private static String identity() {
            return Environment.host(List.of(), Map.of()) + ", " + Runtime.version();
        }
    }

    /** Compares the load that a plan requests of each host with the rate that its calibration allows. */
    public static final class RequestedRate {
        private final RunPlan plan;

        public RequestedRate(RunPlan plan) {
            this.plan = plan;
        }

        /** Whether any workload requests a rate that does not depend on the answers of the SUT. */
        public boolean isKnown() {
            return plan.workloads().stream().anyMatch(workload -> perSecond(workload) > 0);
        }

        /** A host with agents; a null name is the controller's host, which embedded SUTs share. */
        public record Host(@Nullable String name, CalibratedRate rate) {}

        /** A load above the calibrated rate of a host: the workload that requests most of it, and a sentence on it. */
        public record Excess(String workload, String sentence) {}

        /** The greatest excess over the calibrated rate of a host; null if there is none. */
        public @Nullable Excess excess(Map<String, Host> hostsByAgent) {
            Excess excess = null;
            double worst = 1;
            for (Host host : Set.copyOf(hostsByAgent.values())) {
                Map<String, Double> requested = new TreeMap<>();
                double used = 0;
                for (PlannedWorkload workload : plan.workloads()) {
                    double perSecond = perSecond(workload) * share(workload, hostsByAgent, host);
                    double maximum = host.rate()
                            .perSecond(workload.execution(), workload.load().depth(), hasSut(host));
                    if (perSecond > 0 && maximum > 0) {
                        requested.merge(workload.name(), perSecond, Double::sum);
                        used += perSecond / maximum;
                    }
                }
                if (used > worst) {
                    worst = used;
                    excess = excess(host, requested, used);
                }
            }
            return excess;
        }

        private static Excess excess(Host host, Map<String, Double> requested, double used) {
            double all =
                    requested.values().stream().mapToDouble(Double::doubleValue).sum();
            String workload = requested.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            return new Excess(
                    workload,
                    "requests, with all workloads, " + Figures.text(Figures.rounded(all)) + " operations per second of "
                            + (host.name() == null ? "this host" : "host " + host.name())
                            + ", whose calibrated rate for them is "
                            + Figures.text(CalibratedRate.roundedDown(all / used))
                            + ": lower the load, add agents on other hosts, calibrate the idle host again (./plateau"
                            + " calibrate), or run it nevertheless with --force");
        }

        private boolean hasSut(Host host) {
            return host.name() == null && plan.suts().stream().anyMatch(sut -> sut.mode() == SutContext.Mode.EMBEDDED);
        }

        private static double share(PlannedWorkload workload, Map<String, Host> hostsByAgent, Host host) {
            double all = 0;
            double ofHost = 0;
            for (AgentShare share : workload.drivingShares()) {
                double part = workload.load() instanceof Load.Open ? share.lanes() : share.users();
                all += part;
                ofHost += host.equals(hostsByAgent.get(share.agent())) ? part : 0;
            }
            return all == 0 ? 0 : ofHost / all;
        }

        /** The operations per second that a workload requests at its highest level; 0 for a closed load. */
        private static double perSecond(PlannedWorkload workload) {
            ExpectedRate rate = ExpectedRate.of(workload);
            if (rate == null) {
                // Each unit has one operation at least.
                return workload.load() instanceof Load.Open open ? open.ratePerSecond() : 0;
            }
            return rate.isBound() ? 0 : rate.operationsPerSecond();
        }
    }
}
