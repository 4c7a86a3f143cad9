// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * What all processes of a program use together, from {@code stat} and {@code status} of proc(5): CPU time, resident memory,
 * processes and threads. The CPU time of a process that has ended is kept by its parent, and so missing where the parent is
 * of another program. A program without a process has no series but the number of its processes, 0. One thread.
 */
public final class ProgramTelemetry {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    /** Fields of {@code stat} after the name: own time in user mode and in the kernel, and that of children waited for. */
    private static final int FIRST_TICKS = 11;

    private static final int LAST_TICKS = 14;

    private final Path proc;
    private final LongSupplier clock;
    private final List<String> programs;
    private final Map<String, Double> lastSeconds = new TreeMap<>();
    private long lastNanos;

    private static final class Use {
        private long ticks;
        private long bytes;
        private long processes;
        private long threads;
    }

    /**
     * Telemetry of programs of this host.
     *
     * @param programs names of programs, as the kernel shortens them to 15 characters
     * @param clock monotonic nanoseconds
     */
    public ProgramTelemetry(List<String> programs, LongSupplier clock) {
        this(Path.of("/proc"), programs, clock);
    }

    ProgramTelemetry(Path proc, List<String> programs, LongSupplier clock) {
        this.proc = proc;
        this.programs = List.copyOf(programs);
        this.clock = clock;
        lastNanos = clock.getAsLong();
    }

    /** What there is now; CPU is over the time since the last call, and missing in the first. */
    public List<Sample> sample() {
        List<Sample> samples = new ArrayList<>();
        if (programs.isEmpty()) {
            return samples;
        }
        Map<String, Use> uses = new TreeMap<>();
        programs.forEach(program -> uses.put(program, new Use()));
        read(uses);
        long now = clock.getAsLong();
        double seconds = (now - lastNanos) / 1e9;
        lastNanos = now;
        uses.forEach((program, use) -> {
            String name = "program " + program + " ";
            samples.add(new Sample(name + "processes", use.processes, "processes", false));
            if (use.processes == 0) {
                lastSeconds.remove(program);
                return;
            }
            samples.add(new Sample(name + "threads", use.threads, "threads", false));
            samples.add(new Sample(name + "memory", use.bytes, "bytes", false));
            double spent = use.ticks * HostCpu.TICK_NANOS / 1e9;
            Double before = lastSeconds.put(program, spent);
            if (before != null && seconds > 0) {
                samples.add(new Sample(name + "cpu", Math.max(0, spent - before) / seconds, "cores", false));
            }
        });
        return samples;
    }

    private void read(Map<String, Use> uses) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                String stat = HostFiles.read(folder.resolve("stat")).orElse("");
                int open = stat.indexOf('(');
                int close = stat.lastIndexOf(')');
                Use use = open < 0 || close < open ? null : uses.get(stat.substring(open + 1, close));
                if (use != null) {
                    add(use, stat.substring(close + 1), folder);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The processes read so far are the result.
            return;
        }
    }

    private static void add(Use use, String stat, Path folder) {
        String[] fields = SPACE.split(stat.strip(), -1);
        if (fields.length <= LAST_TICKS || fields[0].equals("Z")) {
            return;
        }
        use.processes++;
        for (int i = FIRST_TICKS; i <= LAST_TICKS; i++) {
            use.ticks += HostTelemetry.parsed(fields[i]);
        }
        for (String line : HostFiles.read(folder.resolve("status")).orElse("").split("\n", -1)) {
            @Nullable Long value = value(line);
            if (value != null && line.startsWith("VmRSS:")) {
                use.bytes += 1024 * value;
            } else if (value != null && line.startsWith("Threads:")) {
                use.threads += value;
            }
        }
    }

    private static @Nullable Long value(String line) {
        String[] parts = SPACE.split(line, -1);
        return parts.length > 1 ? Long.valueOf(HostTelemetry.parsed(parts[1])) : null;
    }
}
