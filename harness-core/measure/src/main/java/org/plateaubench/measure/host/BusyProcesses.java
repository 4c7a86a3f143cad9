// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.measure.clock.NanoClock;

/** Finds the processes of this host that use CPU between two readings, except Plateau's. Not thread-safe. */
public final class BusyProcesses {
    private static final double NANOS_PER_TICK = HostCpu.TICK_NANOS;
    /** Fields of {@code stat} after the name: time of the process itself in user mode and in the kernel. */
    private static final int USER_TICKS = 11;

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x80-\\x9f]");

    private static final int KERNEL_TICKS = 12;

    private final Path proc;
    private final NanoClock clock;
    private final Map<String, Ticks> before;
    private final long startNanos;

    private record Ticks(String name, long ticks) {}

    public record Busy(long id, String name, double cores) {}

    public BusyProcesses(NanoClock clock) {
        this(Path.of("/proc"), clock);
    }

    BusyProcesses(Path proc, NanoClock clock) {
        this.proc = proc;
        this.clock = clock;
        before = readAll();
        startNanos = clock.nanoTime();
    }

    /** Processes that used at least the given number of cores since the first reading, the busiest first. */
    public List<Busy> atLeast(double cores) {
        double ticksPerCore = (clock.nanoTime() - startNanos) / NANOS_PER_TICK;
        List<Busy> busy = new ArrayList<>();
        readAll().forEach((id, now) -> {
            long ticks = now.ticks() - before.getOrDefault(id, new Ticks("", 0)).ticks();
            if (ticksPerCore > 0 && ticks / ticksPerCore >= cores) {
                busy.add(new Busy(Long.parseLong(id), now.name(), ticks / ticksPerCore));
            }
        });
        busy.sort(Comparator.comparingDouble(Busy::cores).reversed());
        return busy;
    }

    private Map<String, Ticks> readAll() {
        String self = Long.toString(ProcessHandle.current().pid());
        Map<String, Ticks> found = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                String id = folder.getFileName().toString();
                if (!id.equals(self)) {
                    HostFiles.read(folder.resolve("stat")).ifPresent(text -> add(found, id, text));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // There is no such file system, so nothing is known.
            return found;
        }
        return found;
    }

    /** The name is in brackets and may itself contain brackets and blanks. */
    private static void add(Map<String, Ticks> found, String id, String stat) {
        int open = stat.indexOf('(');
        int close = stat.lastIndexOf(')');
        String[] fields =
                close < 0 ? new String[0] : stat.substring(close + 1).strip().split(" ", -1);
        if (open >= 0 && fields.length > KERNEL_TICKS) {
            long ticks = Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[KERNEL_TICKS]);
            // A process chooses its own name, which is shown on a terminal.
            found.put(
                    id,
                    new Ticks(CONTROL.matcher(stat.substring(open + 1, close)).replaceAll("?"), ticks));
        }
    }
}
