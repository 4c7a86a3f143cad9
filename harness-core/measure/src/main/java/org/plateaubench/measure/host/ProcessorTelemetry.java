// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Samples the processors of a Linux host from {@code stat} of proc(5): in total by mode, for each core, and the busiest
 * core; also its run queue, interrupts and context switches. Not thread-safe.
 */
final class ProcessorTelemetry {
    /** Only cores whose numbers are below this have their own series; the busiest core is determined from all. */
    static final int MOST_CORES = 256;

    /** The prefix of the name of a core's series; the number of the core follows. */
    static final String CORE = "cpu core ";

    /** Beginning of the name of the series of a mode, of all cores together; its name follows. */
    static final String MODE = "cpu ";

    private static final Predicate<String> CORE_LINE =
            Pattern.compile("cpu\\d{1,9}").asMatchPredicate();
    private static final Predicate<String> OTHER_LINE = Set.of("cpu", "procs_running", "ctxt", "intr")::contains;

    /** The names of the reported fields of a processor's line, by their position; 3 is idle time. */
    private static final List<String> MODES =
            List.of("user", "nice", "system", "", "iowait", "irq", "softirq", HostCpuMeter.STEAL);

    /** The positions of the fields of time in which a processor did no work for this host: idle, iowait, steal. */
    private static final Set<Integer> IDLE = Set.of(3, 4, 7);

    private static final String SHARE = "share";

    private final Path stat;
    private final Map<Integer, long[]> lastCores = new HashMap<>();
    private long @Nullable [] lastModes;

    ProcessorTelemetry(Path stat) {
        this.stat = stat;
    }

    /** Adds a sample; shares refer to the time since the last call, and are missing in the first sample. */
    void addTo(List<Sample> samples) {
        double busiest = -1;
        // The line of interrupts has a number for each source, of which only the sum is used.
        for (String[] fields : HostFiles.lines(stat, OTHER_LINE.or(CORE_LINE), 1 + MODES.size())) {
            switch (fields[0]) {
                case "cpu" -> modes(samples, numbers(fields));
                case "procs_running" ->
                    samples.add(new Sample("run queue", (double) HostFiles.number(fields, 1), "threads", false));
                case "ctxt" ->
                    samples.add(new Sample("context switches", (double) HostFiles.number(fields, 1), "switches", true));
                case "intr" ->
                    samples.add(new Sample("interrupts", (double) HostFiles.number(fields, 1), "interrupts", true));
                default -> busiest = Math.max(busiest, core(samples, fields));
            }
        }
        if (busiest >= 0) {
            samples.add(new Sample("cpu of the busiest core", busiest, SHARE, false));
        }
    }

    private double core(List<Sample> samples, String[] fields) {
        long[] modes = numbers(fields);
        int number = Integer.parseInt(fields[0].substring("cpu".length()));
        double share = busy(modes, lastCores.put(number, modes));
        if (share >= 0 && number < MOST_CORES) {
            samples.add(new Sample(CORE + number, share, SHARE, false));
        }
        return share;
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
            samples.add(new Sample(HostTelemetry.CPU, busy, SHARE, false));
        }
        double all = 0;
        for (int i = 0; i < modes.length; i++) {
            all += modes[i] - before[i];
        }
        for (int i = 0; i < modes.length && all > 0; i++) {
            if (!MODES.get(i).isEmpty()) {
                samples.add(new Sample(MODE + MODES.get(i), Math.max(0, modes[i] - before[i]) / all, SHARE, false));
            }
        }
    }

    private static long[] numbers(String[] fields) {
        long[] numbers = new long[MODES.size()];
        Arrays.setAll(numbers, i -> HostFiles.number(fields, 1 + i));
        return numbers;
    }
}
