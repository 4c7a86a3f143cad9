// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Samples the activity of a Linux host from the files described in proc(5) and those of pressure stall information:
 * processors (in total, for each core, the busiest core, and by mode), run queue, memory and paging, disks, network,
 * interrupts and context switches. If a kernel lacks a file, its series are missing. Not thread-safe.
 */
public final class HostTelemetry {
    public static final String CPU = "cpu";

    /** The series of stolen time: the share of all cores' time that the hypervisor withheld while there was work. */
    public static final String STEAL = CPU + " " + HostCpuMeter.STEAL;

    /** The series of the processor time that sampling takes, in cores. */
    public static final String COST = "cost of this telemetry";

    /** The prefix of the name of a telemetry source of a host; the name of the host follows. */
    public static final String SOURCE = "host/";

    /** Cores with a number below this one have a series of their own; the busiest core is determined from all. */
    static final int MAX_CORES = 256;

    /** The prefix of the name of a core's series; the number of the core follows. */
    static final String CORE = "cpu core ";

    private static final Set<String> OTHER_LINES = Set.of("procs_running", "ctxt", "intr");

    /** The fields of a processor's line, by their position. */
    private static final List<String> MODES =
            List.of("user", "nice", "system", "idle", "iowait", "irq", "softirq", HostCpuMeter.STEAL);

    private static final String SHARE = "share";
    private static final String BYTES = "bytes";
    private static final long SECTOR_BYTES = 512;
    private static final int MAX_FIELDS = 24;
    private static final List<Integer> DISK_FIELDS = List.of(3, 5, 6, 7, 9, 10, 11);
    private static final List<Integer> NETWORK_FIELDS = List.of(1, 2, 9, 10);
    private static final Predicate<String> MEMORY =
            Set.of("MemTotal:", "MemAvailable:", "Cached:", "Dirty:", "SwapTotal:", "SwapFree:")::contains;
    private static final Predicate<String> PAGING = Set.of("pgmajfault", "pswpin", "pswpout")::contains;

    private final Path proc;
    private final Path blocks;
    private final LongSupplier cost;
    private final LongSupplier clock;
    private final Map<String, long[]> lastTicks = new HashMap<>();
    private List<Sample> samples = List.of();
    private long lastNanos;
    private long @Nullable [] lastDisk;
    private long lastCostNanos = -1;
    private final long[] lastStalls = {-1, -1, -1};

    /**
     * Creates telemetry of this host.
     *
     * @param cost the processor time of sampling in nanoseconds: of its thread, or of a process that does no other work
     */
    public HostTelemetry(LongSupplier clock, LongSupplier cost) {
        this(Path.of("/proc"), Path.of("/sys/block"), clock, cost);
    }

    HostTelemetry(Path proc, Path blocks, LongSupplier clock, LongSupplier cost) {
        this.cost = cost;
        this.proc = proc;
        this.blocks = blocks;
        this.clock = clock;
        lastNanos = clock.getAsLong();
    }

    public static long threadCpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    public static long processCpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /**
     * Whether a series belongs to one core of a host. A large host has hundreds of them, so they appear in files and
     * results, but not in live views.
     */
    public static boolean isCore(String source, String series) {
        return source.startsWith(SOURCE) && series.startsWith(CORE);
    }

    /**
     * Takes a sample; shares and latencies refer to the time since the last call, and are missing in the first sample.
     */
    public List<Sample> sample() {
        samples = new ArrayList<>();
        long now = clock.getAsLong();
        addProcessors();
        addMemory();
        addPaging();
        addDisks();
        addNetwork();
        addStalls(now - lastNanos);
        addCost(now - lastNanos);
        lastNanos = now;
        return samples;
    }

    private List<String[]> lines(String file, Predicate<String> wanted) {
        return HostFiles.lines(proc.resolve(file), wanted, MAX_FIELDS);
    }

    /**
     * Adds the processors in total by mode, each core, and the busiest one; also run queue, interrupts and switches.
     */
    private void addProcessors() {
        double busiest = -1;
        // The line of interrupts has the sum, which is used, and a number for each source.
        for (String[] fields : lines("stat", name -> name.startsWith("cpu") || OTHER_LINES.contains(name))) {
            long first = HostFiles.number(fields, 1);
            switch (fields[0]) {
                case "cpu" -> addModes(sinceLast(fields));
                case "procs_running" -> addLevel("run queue", (double) first, "threads");
                case "ctxt" -> addTotal("context switches", first, "switches");
                case "intr" -> addTotal("interrupts", first, "interrupts");
                default -> busiest = Math.max(busiest, addCore(fields[0].substring("cpu".length()), sinceLast(fields)));
            }
        }
        if (busiest >= 0) {
            addLevel("cpu of the busiest core", busiest, SHARE);
        }
    }

    private double addCore(String number, long @Nullable [] ticks) {
        if (ticks == null) {
            return -1;
        }
        double share = busy(ticks);
        if (Integer.parseInt(number) < MAX_CORES) {
            addLevel(CORE + number, share, SHARE);
        }
        return share;
    }

    private void addModes(long @Nullable [] ticks) {
        if (ticks != null) {
            addLevel(CPU, busy(ticks), SHARE);
            for (int i = 0; i < ticks.length; i++) {
                if (i != HostCpu.IDLE) {
                    addLevel(CPU + " " + MODES.get(i), ticks[i] / sum(ticks), SHARE);
                }
            }
        }
    }

    /** The ticks in each mode since the last sample; null when there are none. */
    private long @Nullable [] sinceLast(String[] fields) {
        long[] now = new long[MODES.size()];
        Arrays.setAll(now, i -> HostFiles.number(fields, 1 + i));
        long[] before = lastTicks.put(fields[0], now);
        long[] ticks = new long[MODES.size()];
        Arrays.setAll(ticks, i -> before == null ? 0 : Math.max(0, now[i] - before[i]));
        return sum(ticks) == 0 ? null : ticks;
    }

    /** The share of the time in which programs and the kernel worked. */
    private static double busy(long[] ticks) {
        return 1 - (ticks[HostCpu.IDLE] + ticks[HostCpu.IO_WAIT] + ticks[HostCpu.STEAL]) / sum(ticks);
    }

    private static double sum(long[] ticks) {
        return Arrays.stream(ticks).sum();
    }

    private void addMemory() {
        long all = 0;
        long swap = 0;
        for (String[] fields : lines("meminfo", MEMORY)) {
            long bytes = 1024 * HostFiles.number(fields, 1);
            switch (fields[0]) {
                case "MemTotal:" -> all = bytes;
                case "MemAvailable:" -> addLevel("memory used", (double) (all - bytes), BYTES);
                case "Cached:" -> addLevel("page cache", (double) bytes, BYTES);
                case "Dirty:" -> addLevel("memory to be written", (double) bytes, BYTES);
                case "SwapTotal:" -> swap = bytes;
                case "SwapFree:" -> addLevel("swap used", (double) (swap - bytes), BYTES);
                default -> {}
            }
        }
    }

    private void addPaging() {
        for (String[] fields : lines("vmstat", PAGING)) {
            switch (fields[0]) {
                case "pgmajfault" -> addTotal("major page faults", HostFiles.number(fields, 1), "faults");
                case "pswpin" -> addTotal("pages swapped in", HostFiles.number(fields, 1), "pages");
                case "pswpout" -> addTotal("pages swapped out", HostFiles.number(fields, 1), "pages");
                default -> {}
            }
        }
    }

    /** The sums of some fields over the lines that count; null if there is none. */
    private long @Nullable [] sums(String file, Predicate<String[]> counts, List<Integer> fields) {
        long[] sums = null;
        for (String[] line : lines(file, first -> true)) {
            if (counts.test(line)) {
                sums = sums == null ? new long[fields.size()] : sums;
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += HostFiles.number(line, fields.get(i));
                }
            }
        }
        return sums;
    }

    /**
     * Adds the figures of all disks together, without disks that are based on other disks, memory or files, which would
     * count twice.
     */
    private void addDisks() {
        long[] sum = sums(
                "diskstats",
                fields -> fields.length > 11
                        && Files.exists(blocks.resolve(fields[2]).resolve("device")),
                DISK_FIELDS);
        if (sum == null) {
            return;
        }
        addTotal("disk reads", sum[0], "operations");
        addTotal("disk writes", sum[3], "operations");
        addTotal("disk read", SECTOR_BYTES * sum[1], BYTES);
        addTotal("disk written", SECTOR_BYTES * sum[4], BYTES);
        addLevel("disk operations in flight", (double) sum[6], "operations");
        long[] before = lastDisk;
        lastDisk = sum;
        if (before != null) {
            addLatency("disk read latency", sum[2] - before[2], sum[0] - before[0]);
            addLatency("disk write latency", sum[5] - before[5], sum[3] - before[3]);
        }
    }

    private void addLatency(String name, long millis, long operations) {
        if (operations > 0) {
            addLevel(name, (double) millis / operations, "ms");
        }
    }

    /** Adds the figures of all interfaces except the loopback. */
    private void addNetwork() {
        long[] sum = sums(
                "net/dev",
                fields -> fields.length > 10 && fields[0].endsWith(":") && !fields[0].equals("lo:"),
                NETWORK_FIELDS);
        if (sum != null) {
            addTotal("network received", sum[0], BYTES);
            addTotal("network packets received", sum[1], "packets");
            addTotal("network sent", sum[2], BYTES);
            addTotal("network packets sent", sum[3], "packets");
        }
    }

    private void addStalls(long nanos) {
        List<String> resources = List.of("cpu", "io", "memory");
        for (int i = 0; i < resources.size(); i++) {
            long micros = HostFiles.stalledMicros(proc.resolve("pressure/" + resources.get(i)));
            if (micros >= 0 && lastStalls[i] >= 0 && nanos > 0) {
                double share = Math.clamp(1e3 * (micros - lastStalls[i]) / nanos, 0, 1);
                addLevel("waiting for " + resources.get(i), share, SHARE);
            }
            lastStalls[i] = micros;
        }
    }

    private void addCost(long nanos) {
        long spent = cost.getAsLong();
        if (lastCostNanos >= 0 && nanos > 0) {
            addLevel(COST, (double) (spent - lastCostNanos) / nanos, "cores");
        }
        lastCostNanos = spent;
    }

    private void addLevel(String series, double value, String unit) {
        samples.add(new Sample(series, value, unit, false));
    }

    private void addTotal(String series, long value, String unit) {
        samples.add(new Sample(series, value, unit, true));
    }
}
