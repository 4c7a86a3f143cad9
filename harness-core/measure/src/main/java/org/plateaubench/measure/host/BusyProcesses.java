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
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x80-\\x9f]");

    private final Path proc;
    private final NanoClock clock;
    private final Map<String, ProcessStat> before;
    private final long startNanos;

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
            ProcessStat then = before.get(id);
            long ticks = now.ownTicks() - (then == null ? 0 : then.ownTicks());
            if (ticksPerCore > 0 && ticks / ticksPerCore >= cores) {
                // A process chooses its own name, which is shown on a terminal.
                String name = CONTROL.matcher(now.name()).replaceAll("?");
                busy.add(new Busy(Long.parseLong(id), name, ticks / ticksPerCore));
            }
        });
        busy.sort(Comparator.comparingDouble(Busy::cores).reversed());
        return busy;
    }

    private Map<String, ProcessStat> readAll() {
        String self = Long.toString(ProcessHandle.current().pid());
        Map<String, ProcessStat> found = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path folder : folders) {
                String id = folder.getFileName().toString();
                ProcessStat stat = id.equals(self) ? null : ProcessStat.read(folder);
                if (stat != null) {
                    found.put(id, stat);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // There is no such file system, so nothing is known.
            return found;
        }
        return found;
    }
}
