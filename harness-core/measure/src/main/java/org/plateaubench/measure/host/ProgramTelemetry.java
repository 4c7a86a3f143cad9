// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

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
 * Samples the total resource use of all processes of a program, from {@code stat} and {@code status} of proc(5): CPU
 * time, resident memory, processes and threads. The CPU time of a process that has ended is added to its parent, and so
 * is missing if the parent belongs to another program. For a program without processes, the only series is the number
 * of its processes, 0. Not thread-safe. <p>On a host with hundreds of processes, opening a file of each process for
 * each sample would be most of the cost of telemetry. So a process with another name is read again only while it is
 * young, because a process gets its program's name shortly after its creation, and then once in {@value #ROUNDS}
 * samples.
 */
public final class ProgramTelemetry {
    private static final int YOUNG_SAMPLES = 3;
    private static final int ROUNDS = 10;

    private final Path proc;
    private final LongSupplier clock;
    private final List<String> programs;
    private final Map<String, Double> lastSeconds = new TreeMap<>();
    private Map<String, Long> others = new HashMap<>();

    private long samples;
    private long lastNanos;

    private static final class Use {
        private long ticks;
        /**
         * The ticks that processes had used before they were found to belong to this program, long after their
         * creation.
         */
        private long foundTicks;

        private long bytes;
        private long processes;
        private long threads;
    }

    public ProgramTelemetry(List<String> programs, LongSupplier clock) {
        this(Path.of("/proc"), programs, clock);
    }

    ProgramTelemetry(Path proc, List<String> programs, LongSupplier clock) {
        this.proc = proc;
        this.programs = List.copyOf(programs);
        this.clock = clock;
        lastNanos = clock.getAsLong();
    }

    /** Takes a sample; CPU refers to the time since the last call, and is missing in the first sample. */
    public List<Sample> sample() {
        List<Sample> all = new ArrayList<>();
        if (programs.isEmpty()) {
            return all;
        }
        Map<String, Use> uses = new TreeMap<>();
        programs.forEach(program -> uses.put(program, new Use()));
        read(uses);
        long now = clock.getAsLong();
        double seconds = (now - lastNanos) / 1e9;
        lastNanos = now;
        uses.forEach((program, use) -> {
            String name = "program " + program + " ";
            all.add(new Sample(name + "processes", use.processes, "processes", false));
            if (use.processes == 0) {
                lastSeconds.remove(program);
                return;
            }
            all.add(new Sample(name + "threads", use.threads, "threads", false));
            all.add(new Sample(name + "memory", use.bytes, "bytes", false));
            double spent = use.ticks * HostCpu.TICK_NANOS / 1e9;
            double found = use.foundTicks * HostCpu.TICK_NANOS / 1e9;
            Double before = lastSeconds.put(program, spent);
            if (before != null && seconds > 0) {
                all.add(new Sample(name + "cpu", Math.max(0, spent - found - before) / seconds, "cores", false));
            }
        });
        return all;
    }

    private void read(Map<String, Use> uses) {
        Map<String, Long> stillOthers = new HashMap<>();
        samples++;
        String[] names = proc.toFile().list();
        for (String id : names == null ? new String[0] : names) {
            if (!isNumber(id)) {
                continue;
            }
            Long since = others.get(id);
            if (since != null && !isDue(id, since)) {
                stillOthers.put(id, since);
                continue;
            }
            Path folder = proc.resolve(id);
            ProcessStat stat = ProcessStat.read(folder);
            Use use = stat == null ? null : uses.get(stat.name());
            if (stat != null && use != null) {
                add(use, stat, folder, since != null && samples - since > YOUNG_SAMPLES);
            } else {
                stillOthers.put(id, since == null ? Long.valueOf(samples) : since);
            }
        }
        others = stillOthers;
    }

    private static boolean isNumber(String name) {
        return !name.isEmpty() && name.charAt(0) >= '1' && name.charAt(0) <= '9';
    }

    private boolean isDue(String id, long since) {
        return samples - since <= YOUNG_SAMPLES || Math.floorMod(id.hashCode() + samples, ROUNDS) == 0;
    }

    private static void add(Use use, ProcessStat stat, Path folder, boolean isFoundLate) {
        if (stat.state().equals("Z")) {
            return;
        }
        use.processes++;
        use.ticks += stat.ticks();
        use.foundTicks += isFoundLate ? stat.ticks() : 0;
        for (String[] line : HostFiles.lines(folder.resolve("status"), Set.of("VmRSS:", "Threads:")::contains, 2)) {
            long value = HostFiles.number(line, 1);
            if (line[0].equals("VmRSS:")) {
                use.bytes += 1024 * value;
            } else {
                use.threads += value;
            }
        }
    }
}
