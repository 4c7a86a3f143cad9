// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.app.CalibratedRate.HostCalibration;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.clock.TimerSlack;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibrator;
import org.plateaubench.measure.host.HostFacts;

/** The possible use of a host according to its measurements, and recommended changes. */
public record HostReport(List<Figure> figures, Fit fit, List<Advice> advice) {
    /** The bound of M16 on lag in class standard, for a workload without a latency limit. */
    private static final double STANDARD_LAG_MS = 1;
    /** The same in class dev. */
    private static final double DEV_LAG_MS = 20;
    /** The bound of M16 on the longest stall. */
    private static final double STALL_MS = 50;

    /** Files that a run has open in addition to the connections of its users: jars, stored files, selectors. */
    private static final long OWN_FILES = 256;

    private static final long MIN_OPEN_FILES = 4_096;
    private static final double NOTICEABLE_STEAL_PERCENT = 2;
    private static final double BYTES_PER_MEGABYTE = 1 << 20;

    public record Figure(String name, String value) {}

    /**
     * The possible use of a host.
     *
     * @param fitForStandard whether its waits meet the bound of class standard on lag (measurement rule M16)
     * @param operationsPerSecond rate that it may pace on threads with the CPU that M16 allows, 0 when not known
     */
    public record Fit(
            boolean fitForStandard, boolean fitForDev, long operationsPerSecond, long loopOperationsPerSecond) {}

    /** A finding; {@code why} and {@code command} are null when it is in order or not known. */
    public record Advice(
            String topic,
            State state,
            String found,
            @Nullable String why,
            @Nullable String command) {
        public enum State {
            OK("ok"),
            /** Impairs measurements on this host. */
            CHANGE("change"),
            /** This host does not report it. */
            UNKNOWN("not known");

            private final String label;

            State(String label) {
                this.label = label;
            }

            @JsonValue
            public String label() {
                return label;
            }
        }

        private static Advice of(String topic, boolean isGood, String found, String why, String command) {
            return isGood
                    ? new Advice(topic, State.OK, found, null, null)
                    : new Advice(topic, State.CHANGE, found, why, command);
        }

        private static Advice unknown(String topic) {
            return new Advice(topic, State.UNKNOWN, "Not known here.", null, null);
        }
    }

    /** Checks the host of this process for about the given time, on the calling thread, without changing it. */
    public static HostReport measure(Duration length) throws InterruptedException {
        // This comes before the first virtual thread, whose waking thread inherits the timer slack.
        boolean isReduced = TimerSlack.reduceForThisThread();
        Calibration calibration = new Calibrator(SystemClock.instance()).calibrate(length);
        HostCalibration.store(calibration);
        return of(calibration, HostFacts.ofThisHost(), isReduced);
    }

    static HostReport of(Calibration calibration, HostFacts facts, boolean isReduced) {
        CalibratedRate rate = CalibratedRate.of(calibration);
        Fit fit = new Fit(
                lagMs(calibration) <= STANDARD_LAG_MS && stallMs(calibration) <= STALL_MS,
                lagMs(calibration) <= DEV_LAG_MS,
                CalibratedRate.roundedDown(rate.perSecond(Execution.VIRTUAL, 1, false)),
                CalibratedRate.roundedDown(rate.perSecond(Execution.EVENT_LOOP, 1, false)));
        List<Advice> advice = new ArrayList<>();
        advice.add(Advice.of(
                "Timer slack",
                isReduced,
                isReduced
                        ? "The kernel ends waits at most 1 us late, as Plateau requested."
                        : "The kernel may end every wait up to 50 us late, and this JVM is not allowed to change that.",
                "Every operation starts that much late.",
                "./plateau calibrate   # the launcher gives the JVM --enable-native-access"));
        advice.add(governor(facts));
        advice.add(steal(facts));
        advice.add(swap(facts));
        advice.add(openFiles(facts));
        return new HostReport(figures(calibration), fit, advice);
    }

    private static double lagMs(Calibration calibration) {
        return Math.max(calibration.platform().p99Nanos(), calibration.virtual().p99Nanos()) / Nanos.PER_MILLI;
    }

    private static double stallMs(Calibration calibration) {
        return calibration.longestStallNanos() / Nanos.PER_MILLI;
    }

    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        sentences.add(
                fit.fitForStandard()
                        ? "Fit for class standard: 1 wait in 100 may end 1 ms late, a stall may last 50 ms."
                        : fit.fitForDev()
                                ? "Fit for class dev only: class standard allows lag of 1 ms and stalls of 50 ms."
                                : "Not fit for measurements: even class dev allows lag of 20 ms only.");
        if (fit.operationsPerSecond() > 0) {
            sentences.add("With " + Math.round(100 * CalibratedRate.CPU_SHARE) + "% of its cores it may drive about "
                    + fit.operationsPerSecond() + " operations per second on threads and "
                    + fit.loopOperationsPerSecond()
                    + " on event loops, and less with an embedded SUT on this host. Runs that request"
                    + " more are refused without --force.");
        }
        return sentences;
    }

    private static List<Figure> figures(Calibration calibration) {
        return List.of(
                new Figure(
                        "Clock",
                        String.format(
                                Locale.ROOT,
                                "%.0f ns per read, smallest step %d ns",
                                calibration.clock().readNanos(),
                                calibration.clock().stepNanos())),
                new Figure("Waits, threads", lateness(calibration.platform())),
                new Figure("Waits, virtual", lateness(calibration.virtual())),
                new Figure(
                        "Longest stall",
                        String.format(
                                Locale.ROOT,
                                "%.2f ms in %.1f s",
                                stallMs(calibration),
                                calibration.lengthNanos() / Nanos.PER_SECOND)));
    }

    private static String lateness(Calibration.ParkError error) {
        return String.format(
                Locale.ROOT,
                "late by p50 %.0f, p99 %.0f, max %.0f us (%d waits)",
                error.p50Nanos() / 1e3,
                error.p99Nanos() / 1e3,
                error.maxNanos() / 1e3,
                error.count());
    }

    private static Advice governor(HostFacts facts) {
        return !(facts.settings().get("governor") instanceof String governor)
                ? Advice.unknown("CPU governor")
                : Advice.of(
                        "CPU governor",
                        governor.equals("performance"),
                        "The kernel picks the speed of the cores by the governor " + governor + ".",
                        "An idle core slows down and needs time to wake up: at low load response times are longer than"
                                + " at high load.",
                        "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor");
    }

    private static Advice steal(HostFacts facts) {
        Double percent = facts.number("stealPercentSinceStart");
        return percent == null
                ? Advice.unknown("Steal")
                : Advice.of(
                        "Steal",
                        percent < NOTICEABLE_STEAL_PERCENT,
                        String.format(
                                Locale.ROOT,
                                "The hypervisor withheld %.1f%% of the CPU since the host was started.",
                                percent),
                        "Other virtual machines run when this one should: its threads stop, and nothing on this host"
                                + " can prevent it.",
                        "vmstat 5   # column st; request a machine with dedicated CPUs");
    }

    private static Advice swap(HostFacts facts) {
        Double swap = facts.number("swapBytes");
        Double used = facts.number("swapUsedBytes");
        return swap == null || used == null
                ? Advice.unknown("Swap")
                : Advice.of(
                        "Swap",
                        used == 0,
                        String.format(
                                Locale.ROOT,
                                "%.0f of %.0f MB of swap space are in use.",
                                used / BYTES_PER_MEGABYTE,
                                swap / BYTES_PER_MEGABYTE),
                        "A page of the load generator that was swapped out stops it for milliseconds.",
                        "sudo swapoff -a   # if there is enough memory");
    }

    private static Advice openFiles(HostFacts facts) {
        Double files = facts.number("openFiles");
        return files == null
                ? Advice.unknown("Open files")
                : Advice.of(
                        "Open files",
                        files >= MIN_OPEN_FILES,
                        files.isInfinite()
                                ? "There is no limit."
                                : "At most " + files.longValue() + ", enough for "
                                        + Math.max(0, files.longValue() - OWN_FILES)
                                        + " users with a connection each.",
                        "A connection is a file: users beyond the limit fail with 'Too many open files'.",
                        "sudo prlimit --pid $$ --nofile=65536:65536   # for your shell and what it starts; permanently:"
                                + " nofile in /etc/security/limits.conf");
    }
}
