// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import static org.plateaubench.app.host.Advice.State.CHANGE;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.clock.TimerSlack;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibrator;
import org.plateaubench.measure.host.CpuMeter;
import org.plateaubench.measure.host.BusyProcesses;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostFacts;
import org.plateaubench.measure.host.HostFactsReader;

public record HostReport(List<Figure> figures, List<Advice> advice, Expectation expectation, Document document) {
    /** Name and version of the data. */
    private static final String SCHEMA = "plateau.calibration/1";

    private static final double NANOS_PER_MICRO = 1e3;
    /** The smallest use of processors, in cores, for which another process is listed. */
    private static final double BUSY_CORES = 0.05;

    public record Figure(String name, String value) {}

    public record Document(
            String schema, Object calibration, Object facts, Expectation.Fit expectation, List<Advice> advice) {}

    /** Checks the host of this process for about the given time, on the calling thread, without changing it. */
    public static HostReport measure(Duration length) throws InterruptedException {
        NanoClock clock = SystemClock.instance();
        // This comes before the first virtual thread, whose waking thread inherits the timer slack.
        boolean reduced = TimerSlack.reduceForThisThread();
        BusyProcesses busy = new BusyProcesses(clock);
        HostCpuMeter cpu = new HostCpuMeter(
                CpuMeter.cpuNanos(List.of(ProcessHandle.current().pid())));
        Calibration calibration = new Calibrator(clock).calibrate(length);
        HostCalibration.store(calibration);
        return of(new HostObservations(
                HostFactsReader.ofThisHost(),
                calibration,
                reduced,
                cpu.take(),
                busy.atLeast(BUSY_CORES),
                System.getProperty("os.name", "").equals("Linux")));
    }

    static HostReport of(HostObservations observed) {
        List<Advice> advice = AdviceRules.of(observed);
        Expectation expectation = Expectation.of(observed.facts(), observed.calibration());
        return new HostReport(
                figures(observed.calibration()), advice, expectation, document(observed, advice, expectation));
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
                                calibration.longestStallNanos() / Nanos.PER_MILLI,
                                calibration.lengthNanos() / Nanos.PER_MILLI / 1e3)));
    }

    private static String lateness(Calibration.ParkError error) {
        return String.format(
                Locale.ROOT,
                "late by p50 %s, p90 %s, p99 %s, max %s us (%d waits)",
                micros(error.p50Nanos()),
                micros(error.p90Nanos()),
                micros(error.p99Nanos()),
                micros(error.maxNanos()),
                error.count());
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.0f", nanos / NANOS_PER_MICRO);
    }

    private static Document document(HostObservations observed, List<Advice> advice, Expectation expectation) {
        return new Document(SCHEMA, observed.calibration(), observed.facts().toTree(), expectation.fit(), advice);
    }

    /** Advice for a client host about its processors, its clock and other programs. It depends only on the observations. */
    static final class AdviceRules {
        /**
         * The time from which on a clock counts as slow. Reading a clock of the processor takes some 20 to 50 ns; reading
         * one through the kernel takes ten times as long.
         */
        private static final double SLOW_CLOCK_NANOS = 200;

        private static final double NOTICEABLE_OTHERS = 0.10;
        private static final double NOTICEABLE_STEAL = 0.02;
        private static final int MIN_CORES = 2;

        private final HostObservations observed;
        private final HostFacts.Cpu cpu;

        private AdviceRules(HostObservations observed) {
            this.observed = observed;
            cpu = observed.facts().cpu();
        }

        /** All advice, in the order in which an operator would check the host. */
        static List<Advice> of(HostObservations observed) {
            AdviceRules rules = new AdviceRules(observed);
            LimitRules limits = new LimitRules(observed.facts());
            return List.of(
                    rules.cores(),
                    rules.timerSlack(),
                    rules.clockSource(),
                    rules.governor(),
                    rules.others(),
                    rules.steal(),
                    rules.quota(),
                    limits.swap(),
                    limits.openFiles(),
                    limits.threads(),
                    limits.ports());
        }

        private Advice cores() {
            String found = "This process may use " + cpu.usable() + (cpu.usable() == 1 ? " core." : " cores.");
            return cpu.usable() >= MIN_CORES
                    ? Advice.ok("Cores", found)
                    : new Advice(
                            "Cores",
                            CHANGE,
                            found,
                            "The thread that wakes users up and the users themselves wait for each other.",
                            "taskset -pc $$   # shows the cores of your shell; use a host with at least 2");
        }

        private Advice timerSlack() {
            if (!observed.linux()) {
                return Advice.unknown("Timer slack");
            }
            return observed.timerSlackReduced()
                    ? Advice.ok("Timer slack", "The kernel ends waits at most 1 us late, as Plateau requested.")
                    : new Advice(
                            "Timer slack",
                            CHANGE,
                            "The kernel may end every wait up to 50 us late, and this JVM is not allowed to change that.",
                            "Every operation starts that much late.",
                            "./plateau calibrate   # the launcher gives the JVM --enable-native-access");
        }

        private Advice clockSource() {
            double readNanos = observed.calibration().clock().readNanos();
            String source = cpu.clockSource();
            String found = (source == null ? "The clock" : "The kernel reads the clock " + source + ", which")
                    + String.format(Locale.ROOT, " takes %.0f ns per read.", readNanos);
            if (readNanos < SLOW_CLOCK_NANOS) {
                return Advice.ok("Clock source", found);
            }
            String sources = cpu.clockSources();
            boolean hasTsc = sources != null && List.of(sources.split(" ", -1)).contains("tsc");
            return new Advice(
                    "Clock source",
                    CHANGE,
                    found,
                    "The clock is read three times per operation, and a slow one is read through the kernel.",
                    hasTsc && !"tsc".equals(source)
                            ? "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource"
                            : "cat /sys/devices/system/clocksource/clocksource0/available_clocksource   # tsc is fast, where"
                                    + " there is one");
        }

        private Advice governor() {
            String governor = cpu.governor();
            if (governor == null) {
                return Advice.unknown("CPU governor");
            }
            Long lowest = cpu.lowestMegahertz();
            Long highest = cpu.highestMegahertz();
            String range = lowest == null || highest == null ? "" : ", from " + lowest + " to " + highest + " MHz";
            String found = "The kernel picks the speed of the cores by the governor " + governor + range + ".";
            return governor.equals("performance")
                    ? Advice.ok("CPU governor", found)
                    : new Advice(
                            "CPU governor",
                            CHANGE,
                            found,
                            "An idle core slows down and needs time to wake up: at low load response times look longer than"
                                    + " at high load.",
                            "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor");
        }

        private Advice others() {
            Double load = observed.facts().loadAverage();
            String average = load == null
                    ? ""
                    : String.format(
                            Locale.ROOT, " In the last minute %.2f programs ran or wanted to run on average.", load);
            if (observed.cpu() == null || observed.cpu().others() < 0) {
                return Advice.unknown("Other programs");
            }
            double share = observed.cpu().others();
            String found =
                    "Other programs used " + percent(share) + " of this host's CPU while it was observed." + average;
            if (share < NOTICEABLE_OTHERS) {
                return Advice.ok("Other programs", found);
            }
            String names = observed.busy().stream()
                    .limit(3)
                    .map(AdviceRules::described)
                    .collect(Collectors.joining(", "));
            String ids = observed.busy().stream()
                    .limit(3)
                    .map(busy -> Long.toString(busy.id()))
                    .collect(Collectors.joining(","));
            return new Advice(
                    "Other programs",
                    CHANGE,
                    found + (names.isEmpty() ? "" : " The busiest: " + names + "."),
                    "They take time from the load generator, and waits for a core count as response time.",
                    ids.isEmpty() ? "top" : "ps -o pid,user,etime,args -p " + ids + "   # then stop what need not run");
        }

        private static String described(BusyProcesses.Busy busy) {
            return String.format(Locale.ROOT, "%s (process %d, %.1f cores)", busy.name(), busy.id(), busy.cores());
        }

        private Advice steal() {
            Double sinceStart = cpu.stealShare();
            if (observed.cpu() == null || sinceStart == null) {
                return Advice.unknown("Steal");
            }
            double share = observed.cpu().steal();
            String found = "The hypervisor withheld " + percent(share) + " of the CPU while it was observed, "
                    + percent(sinceStart) + " since the host was started.";
            return Math.max(share, sinceStart) < NOTICEABLE_STEAL
                    ? Advice.ok("Steal", found)
                    : new Advice(
                            "Steal",
                            CHANGE,
                            found,
                            "Other virtual machines run when this one should: its threads stop, and nothing on this host"
                                    + " can prevent it.",
                            "vmstat 5   # column st; request a machine with dedicated CPUs");
        }

        private Advice quota() {
            Double cores = cpu.quotaCores();
            if (cores == null) {
                return Advice.unknown("CPU quota");
            }
            return cores.isInfinite()
                    ? Advice.ok("CPU quota", "The control group sets no bound.")
                    : new Advice(
                            "CPU quota",
                            CHANGE,
                            String.format(Locale.ROOT, "The control group grants %.2f cores, by time.", cores),
                            "A process that has used up its quota stops for the rest of a period of 100 ms, which is seen"
                                    + " as stalls.",
                            "docker run --cpuset-cpus=0-3 ...   # whole cores instead of --cpus; Kubernetes: whole CPUs,"
                                    + " requests = limits, static CPU manager");
        }

        static String percent(@Nullable Double share) {
            return share == null ? "an unknown part" : String.format(Locale.ROOT, "%.1f%%", 100 * share);
        }
    }
}
