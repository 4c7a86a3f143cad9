// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import static org.plateaubench.app.host.Advice.State.CHANGE;
import static org.plateaubench.app.host.Advice.State.NOTE;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.host.BusyProcesses;
import org.plateaubench.measure.host.HostFacts;

/** Advice for a client host about its processors, its clock and other programs. It depends only on the observations. */
final class AdviceRules {
    /**
     * The time from which on a clock counts as slow. Reading a clock of the processor takes some 20 to 50 ns; reading
     * one through the kernel takes ten times as long.
     */
    private static final double SLOW_CLOCK_NANOS = 200;

    private static final double NOTICEABLE_OTHERS = 0.10;
    private static final double NOTICEABLE_STEAL = 0.02;
    private static final int LEAST_CORES = 2;

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
                rules.turbo(),
                rules.others(),
                rules.steal(),
                rules.virtualMachine(),
                rules.quota(),
                limits.swap(),
                limits.hugePages(),
                limits.openFiles(),
                limits.threads(),
                limits.ports(),
                limits.acceptQueue());
    }

    private Advice cores() {
        String found = "This process may use " + cpu.usable() + (cpu.usable() == 1 ? " core." : " cores.");
        return cpu.usable() >= LEAST_CORES
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

    private Advice turbo() {
        Boolean turbo = cpu.turbo();
        if (turbo == null) {
            return Advice.unknown("Turbo");
        }
        return turbo
                ? new Advice(
                        "Turbo",
                        NOTE,
                        "Cores may run faster than their rated speed for a while.",
                        "How long depends on heat and neighbours, so runs that are compared may differ. Leave it on"
                                + " unless you compare small differences.",
                        "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo   # AMD and others: echo 0 |"
                                + " sudo tee /sys/devices/system/cpu/cpufreq/boost")
                : Advice.ok("Turbo", "Cores run at their rated speed at most.");
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
        String found = "Other programs used " + percent(share) + " of this host's CPU while it was observed." + average;
        if (share < NOTICEABLE_OTHERS) {
            return Advice.ok("Other programs", found);
        }
        String names =
                observed.busy().stream().limit(3).map(AdviceRules::described).collect(Collectors.joining(", "));
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

    private Advice virtualMachine() {
        String machine = observed.facts().virtualMachine();
        if (machine == null) {
            return Advice.unknown("Machine");
        }
        boolean contained = Boolean.TRUE.equals(observed.facts().container());
        String inside = contained ? "This is a container" : "This is not a known kind of container";
        return machine.isEmpty()
                ? Advice.ok("Machine", "No hypervisor was found. " + inside + ".")
                : new Advice(
                        "Machine",
                        NOTE,
                        "This is a virtual machine (" + machine + "). " + inside + ".",
                        "Its neighbours share its cores, and steal shows only a part of that. Compare runs of one host"
                                + " only, and publish which it was.",
                        null);
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
