// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * What a Linux host does, from the files that proc(5) describes and from those of pressure stall information: processors,
 * all together, the busiest and by mode, run queue, memory and paging, disks, network, interrupts, context switches. A file that a kernel does not have has
 * no series. One thread.
 */
public final class HostTelemetry {
    private static final Pattern CORE = Pattern.compile("cpu\\d+");
    /** Series of the processor time that the samples themselves take, in cores. */
    public static final String COST = "cost of this telemetry";

    private static final String SHARE = "share";
    private static final String BYTES = "bytes";
    private static final long SECTOR_BYTES = 512;
    private static final Pattern SPACE = Pattern.compile("\\s+");
    /** Names of the fields of a processor's line that are reported, by their place; 3 is idle time. */
    private static final List<String> MODES =
            List.of("user", "nice", "system", "", "iowait", "irq", "softirq", "steal");

    /** Places of the fields of a processor's line in which it did no work of this host: idle, iowait, steal. */
    private static final Set<Integer> IDLE = Set.of(3, 4, 7);

    private final Path proc;
    private final Path blocks;
    private final PackagePower power;
    private final LongSupplier clock;
    private long lastNanos;
    private final Map<String, long[]> lastCores = new HashMap<>();
    private long @Nullable [] lastModes;
    private long @Nullable [] lastDisk;
    private long lastCostNanos = -1;
    private final long[] lastStalls = {-1, -1, -1};

    /** Telemetry of this host. */
    public HostTelemetry(LongSupplier clock) {
        this(Path.of("/proc"), Path.of("/sys/block"), Path.of("/sys/class/powercap"), clock);
    }

    /**
     * Telemetry from other folders.
     *
     * @param clock monotonic nanoseconds
     */
    HostTelemetry(Path proc, Path blocks, Path powerCapping, LongSupplier clock) {
        power = new PackagePower(powerCapping);
        this.proc = proc;
        this.blocks = blocks;
        this.clock = clock;
        lastNanos = clock.getAsLong();
    }

    /** What there is now; shares and latencies are over the time since the last call, and missing in the first. */
    public List<Sample> sample() {
        List<Sample> samples = new ArrayList<>();
        long now = clock.getAsLong();
        processors(samples);
        memory(samples);
        paging(samples);
        disks(samples);
        network(samples);
        stalls(samples, now - lastNanos);
        power.watts(now - lastNanos).ifPresent(watts -> level(samples, "processor power", watts, "W"));
        cost(samples, now - lastNanos);
        lastNanos = now;
        return samples;
    }

    private List<String[]> lines(String file) {
        return HostFiles.read(proc.resolve(file)).stream()
                .flatMap(String::lines)
                .map(line -> SPACE.split(line.strip()))
                .toList();
    }

    private void processors(List<Sample> samples) {
        double busiest = -1;
        for (String[] fields : lines("stat")) {
            if (CORE.matcher(fields[0]).matches()) {
                long[] modes = numbers(fields, 1, MODES.size());
                double busy = busy(modes, lastCores.put(fields[0], modes));
                busiest = Math.max(busiest, busy);
                continue;
            }
            switch (fields[0]) {
                case "cpu" -> modes(samples, numbers(fields, 1, MODES.size()));
                case "procs_running" -> level(samples, "run queue", number(fields, 1), "threads");
                case "ctxt" -> total(samples, "context switches", number(fields, 1), "switches");
                case "intr" -> total(samples, "interrupts", number(fields, 1), "interrupts");
                default -> {}
            }
        }
        if (busiest >= 0) {
            level(samples, "cpu of the busiest core", busiest, SHARE);
        }
    }

    /** The share of the time since the last sample in which programs and the kernel worked; negative when not known. */
    private static double busy(long[] modes, long @Nullable [] before) {
        long all = 0;
        long idle = 0;
        for (int i = 0; before != null && i < modes.length; i++) {
            long ticks = Math.max(0, modes[i] - before[i]);
            all += ticks;
            idle += IDLE.contains(i) ? ticks : 0;
        }
        return all == 0 ? -1 : 1 - (double) idle / all;
    }

    private void modes(List<Sample> samples, long[] modes) {
        long[] before = lastModes;
        lastModes = modes;
        if (before == null) {
            return;
        }
        double busy = busy(modes, before);
        if (busy >= 0) {
            level(samples, "cpu", busy, SHARE);
        }
        double all = 0;
        for (int i = 0; i < modes.length; i++) {
            all += modes[i] - before[i];
        }
        for (int i = 0; i < modes.length && all > 0; i++) {
            if (!MODES.get(i).isEmpty()) {
                level(samples, "cpu " + MODES.get(i), Math.max(0, modes[i] - before[i]) / all, SHARE);
            }
        }
    }

    private void memory(List<Sample> samples) {
        long all = 0;
        long swap = 0;
        for (String[] fields : lines("meminfo")) {
            long bytes = 1024 * number(fields, 1);
            switch (fields[0]) {
                case "MemTotal:" -> all = bytes;
                case "MemAvailable:" -> level(samples, "memory used", all - bytes, BYTES);
                case "Cached:" -> level(samples, "page cache", bytes, BYTES);
                case "Dirty:" -> level(samples, "memory to be written", bytes, BYTES);
                case "SwapTotal:" -> swap = bytes;
                case "SwapFree:" -> level(samples, "swap used", swap - bytes, BYTES);
                default -> {}
            }
        }
    }

    private void paging(List<Sample> samples) {
        for (String[] fields : lines("vmstat")) {
            switch (fields[0]) {
                case "pgmajfault" -> total(samples, "major page faults", number(fields, 1), "faults");
                case "pswpin" -> total(samples, "pages swapped in", number(fields, 1), "pages");
                case "pswpout" -> total(samples, "pages swapped out", number(fields, 1), "pages");
                default -> {}
            }
        }
    }

    /** All disks together. Those that stand on others, on memory or on files would count twice. */
    private void disks(List<Sample> samples) {
        long[] sum = new long[7];
        boolean any = false;
        for (String[] fields : lines("diskstats")) {
            if (fields.length > 11 && Files.exists(blocks.resolve(fields[2]).resolve("device"))) {
                any = true;
                int[] places = {3, 5, 6, 7, 9, 10, 11};
                for (int i = 0; i < places.length; i++) {
                    sum[i] += number(fields, places[i]);
                }
            }
        }
        if (!any) {
            return;
        }
        total(samples, "disk reads", sum[0], "operations");
        total(samples, "disk writes", sum[3], "operations");
        total(samples, "disk read", SECTOR_BYTES * sum[1], BYTES);
        total(samples, "disk written", SECTOR_BYTES * sum[4], BYTES);
        level(samples, "disk operations in flight", sum[6], "operations");
        long[] before = lastDisk;
        lastDisk = sum;
        if (before != null) {
            latency(samples, "disk read latency", sum[2] - before[2], sum[0] - before[0]);
            latency(samples, "disk write latency", sum[5] - before[5], sum[3] - before[3]);
        }
    }

    private static void latency(List<Sample> samples, String name, long millis, long operations) {
        if (operations > 0) {
            level(samples, name, (double) millis / operations, "ms");
        }
    }

    /** All interfaces but the loopback. */
    private void network(List<Sample> samples) {
        long[] sum = new long[4];
        boolean any = false;
        for (String[] fields : lines("net/dev")) {
            if (fields.length > 10 && fields[0].endsWith(":") && !fields[0].equals("lo:")) {
                any = true;
                int[] places = {1, 2, 9, 10};
                for (int i = 0; i < places.length; i++) {
                    sum[i] += number(fields, places[i]);
                }
            }
        }
        if (any) {
            total(samples, "network received", sum[0], BYTES);
            total(samples, "network packets received", sum[1], "packets");
            total(samples, "network sent", sum[2], BYTES);
            total(samples, "network packets sent", sum[3], "packets");
        }
    }

    /** For which share of the time some task waited for the resource. */
    private void stalls(List<Sample> samples, long nanos) {
        List<String> resources = List.of("cpu", "io", "memory");
        for (int i = 0; i < resources.size(); i++) {
            for (String[] fields : lines("pressure/" + resources.get(i))) {
                String total = fields[fields.length - 1];
                if (fields[0].equals("some") && total.startsWith("total=")) {
                    long micros = parsed(total.substring("total=".length()));
                    if (lastStalls[i] >= 0 && nanos > 0) {
                        double share = Math.clamp(1e3 * (micros - lastStalls[i]) / nanos, 0, 1);
                        level(samples, "waiting for " + resources.get(i), share, SHARE);
                    }
                    lastStalls[i] = micros;
                }
            }
        }
    }

    /** The processor time of the thread that samples. */
    private void cost(List<Sample> samples, long nanos) {
        long spent = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        if (lastCostNanos >= 0 && nanos > 0) {
            level(samples, COST, (double) (spent - lastCostNanos) / nanos, "cores");
        }
        lastCostNanos = spent;
    }

    private static void level(List<Sample> samples, String series, double value, String unit) {
        samples.add(new Sample(series, value, unit, false));
    }

    private static void level(List<Sample> samples, String series, long value, String unit) {
        level(samples, series, (double) value, unit);
    }

    private static void total(List<Sample> samples, String series, long value, String unit) {
        samples.add(new Sample(series, value, unit, true));
    }

    private static long[] numbers(String[] fields, int from, int count) {
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = number(fields, from + i);
        }
        return numbers;
    }

    /** A field; 0 for one that an old kernel does not have. */
    private static long number(String[] fields, int at) {
        return at < fields.length ? parsed(fields[at]) : 0;
    }

    /** A whole number; 0 for what is none. */
    static long parsed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
