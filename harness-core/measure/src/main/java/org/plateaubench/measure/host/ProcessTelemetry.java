// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Samples the resource use of named programs and control groups of version 2 of a Linux host. For a program, this is
 * the total of all its processes; the CPU time of a process that has ended is added to its parent, and so is missing if
 * the parent belongs to another program. If a group lacks a file, its series are missing. Not thread-safe.
 *
 * <p>On a host with hundreds of processes, opening a file of each process for each sample would be most of the cost of
 * telemetry. So a process with another name is read again only while it is young, because a process gets its program's
 * name shortly after its creation, and then once in {@value #RARE_SAMPLES} samples.
 */
public final class ProcessTelemetry {
    private static final int YOUNG_SAMPLES = 3;
    private static final int RARE_SAMPLES = 10;
    private static final double MICROS_PER_SECOND = 1e6;

    private final Path proc;
    private final Path groupRoot;
    private final List<String> programs;
    private final List<String> groups;
    private final LongSupplier clock;
    private final Map<String, Long> lastTicks = new HashMap<>();
    private Map<Path, Long> others = new HashMap<>();
    private List<Sample> samples = List.of();
    private long sampleNumber;
    private long lastNanos;

    private static final class Use {
        private long ticks;
        /** The ticks that processes had used before they were found, long after their creation. */
        private long foundTicks;

        private long bytes;
        private long processes;
        private long threads;

        void add(ProcessStat stat, Path folder, boolean isFoundLate) {
            if (!stat.isLive()) {
                return;
            }
            processes++;
            ticks += stat.ticks();
            foundTicks += isFoundLate ? stat.ticks() : 0;
            for (String[] line : HostFiles.lines(folder.resolve("status"), Set.of("VmRSS:", "Threads:")::contains, 2)) {
                long value = HostFiles.number(line, 1);
                if (line[0].equals("VmRSS:")) {
                    bytes += 1024 * value;
                } else {
                    threads += value;
                }
            }
        }
    }

    public ProcessTelemetry(List<String> programs, List<String> groups, LongSupplier clock) {
        this(Path.of("/proc"), programs, Path.of("/sys/fs/cgroup"), groups, clock);
    }

    ProcessTelemetry(Path proc, List<String> programs, Path groupRoot, List<String> groups, LongSupplier clock) {
        this.proc = proc;
        this.programs = List.copyOf(programs);
        this.groupRoot = groupRoot;
        this.groups = List.copyOf(groups);
        this.clock = clock;
        lastNanos = clock.getAsLong();
    }

    public boolean isEmpty() {
        return programs.isEmpty() && groups.isEmpty();
    }

    /** The groups that do not exist. */
    public List<String> missingGroups() {
        return groups.stream()
                .filter(group -> !Files.isReadable(folder(group).resolve("cgroup.controllers")))
                .toList();
    }

    /** Takes a sample; CPU of programs refers to the time since the last call, and is missing in the first sample. */
    public List<Sample> sample() {
        samples = new ArrayList<>();
        if (!programs.isEmpty()) {
            addPrograms();
        }
        groups.forEach(this::addGroup);
        return samples;
    }

    private void addPrograms() {
        Map<String, Use> uses = new TreeMap<>();
        programs.forEach(program -> uses.put(program, new Use()));
        read(uses);
        long now = clock.getAsLong();
        double seconds = (now - lastNanos) / 1e9;
        lastNanos = now;
        uses.forEach((program, use) -> {
            String name = "program " + program + " ";
            addLevel(name + "processes", (double) use.processes, "processes");
            if (use.processes == 0) {
                lastTicks.remove(program);
                return;
            }
            addLevel(name + "threads", (double) use.threads, "threads");
            addLevel(name + "memory", (double) use.bytes, "bytes");
            Long before = lastTicks.put(program, use.ticks);
            if (before != null && seconds > 0) {
                long ticks = Math.max(0, use.ticks - use.foundTicks - before);
                addLevel(name + "cpu", ticks * HostCpu.TICK_NANOS / 1e9 / seconds, "cores");
            }
        });
    }

    private void read(Map<String, Use> uses) {
        Map<Path, Long> stillOthers = new HashMap<>();
        sampleNumber++;
        for (Path folder : ProcessStat.folders(proc)) {
            Long since = others.get(folder);
            ProcessStat stat = since == null || isDue(folder, since) ? ProcessStat.read(folder) : null;
            Use use = stat == null ? null : uses.get(stat.name());
            if (stat != null && use != null) {
                use.add(stat, folder, since != null && sampleNumber - since > YOUNG_SAMPLES);
            } else {
                stillOthers.put(folder, since == null ? Long.valueOf(sampleNumber) : since);
            }
        }
        others = stillOthers;
    }

    private boolean isDue(Path folder, long since) {
        return sampleNumber - since <= YOUNG_SAMPLES
                || Math.floorMod(folder.hashCode() + sampleNumber, RARE_SAMPLES) == 0;
    }

    private Path folder(String group) {
        return groupRoot.resolve(group.substring(1));
    }

    private void addGroup(String group) {
        Path folder = folder(group);
        String name = "group " + group + " ";
        for (String[] fields : lines(folder, "cpu.stat")) {
            double seconds = HostFiles.number(fields, 1) / MICROS_PER_SECOND;
            switch (fields[0]) {
                // If CPU seconds grow by one in each second, this is one core.
                case "usage_usec" -> addTotal(name + "cpu", seconds, "core seconds");
                case "throttled_usec" -> addTotal(name + "throttled", seconds, "seconds");
                default -> {}
            }
        }
        lines(folder, "memory.current")
                .forEach(line -> addLevel(name + "memory", (double) HostFiles.number(line, 0), "bytes"));
        lines(folder, "pids.current")
                .forEach(line -> addLevel(name + "tasks", (double) HostFiles.number(line, 0), "tasks"));
        addDisks(folder, name);
        for (String resource : List.of("cpu", "io", "memory")) {
            long micros = HostFiles.stalledMicros(folder.resolve(resource + ".pressure"));
            if (micros >= 0) {
                addTotal(name + "waiting for " + resource, micros / MICROS_PER_SECOND, "seconds");
            }
        }
    }

    private void addDisks(Path folder, String name) {
        Map<String, Long> sums = new HashMap<>();
        for (String[] fields : lines(folder, "io.stat")) {
            for (String field : fields) {
                int end = field.indexOf('=');
                if (end > 0) {
                    sums.merge(field.substring(0, end), HostFiles.parseOrZero(field.substring(end + 1)), Long::sum);
                }
            }
        }
        if (!sums.isEmpty()) {
            addTotal(name + "disk read", sums.getOrDefault("rbytes", 0L), "bytes");
            addTotal(name + "disk written", sums.getOrDefault("wbytes", 0L), "bytes");
            addTotal(name + "disk reads", sums.getOrDefault("rios", 0L), "operations");
            addTotal(name + "disk writes", sums.getOrDefault("wios", 0L), "operations");
        }
    }

    private static List<String[]> lines(Path folder, String file) {
        return HostFiles.lines(folder.resolve(file), first -> true, Integer.MAX_VALUE);
    }

    private void addLevel(String series, double value, String unit) {
        samples.add(new Sample(series, value, unit, false));
    }

    private void addTotal(String series, double value, String unit) {
        samples.add(new Sample(series, value, unit, true));
    }
}
