// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the limits and statistics of this process's control groups, of both versions that Linux supports. */
final class ControlGroup {
    private static final String NO_BOUND = "max";
    private static final String THROTTLED_MICROS = "throttled_usec";
    /** The name in version 1. */
    private static final String THROTTLED_NANOS = "throttled_time";

    private final Path root;

    /** Reads below a folder, which is {@code /} for this host. */
    ControlGroup(Path root) {
        this.root = root;
    }

    /**
     * The smallest CPU quota of the group and all groups above, in cores; infinite without a bound, null when it is not
     * known.
     */
    @Nullable
    Double quotaCores() {
        return folders("cpu").stream()
                .flatMap(folder -> quota(folder).stream())
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    private static Optional<Double> quota(Path folder) {
        return HostFiles.read(folder.resolve("cpu.max"))
                .or(() -> HostFiles.read(folder.resolve("cpu.cfs_quota_us"))
                        .flatMap(quota -> HostFiles.read(folder.resolve("cpu.cfs_period_us"))
                                .map(period -> quota + " " + period)))
                .map(ControlGroup::cores);
    }

    private static double cores(String quotaAndPeriod) {
        String[] parts = quotaAndPeriod.split(" ", -1);
        return parts[0].equals(NO_BOUND) || parts[0].equals("-1")
                ? Double.POSITIVE_INFINITY
                : Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]);
    }

    /**
     * The nanoseconds for which each group was throttled by its quota since its start, by folder; only groups that
     * report this.
     */
    Map<Path, Long> throttledNanos() {
        Map<Path, Long> byFolder = new HashMap<>();
        for (Path folder : folders("cpu")) {
            for (String[] line : HostFiles.lines(
                    folder.resolve("cpu.stat"), Set.of(THROTTLED_MICROS, THROTTLED_NANOS)::contains, 2)) {
                long throttled = HostFiles.number(line, 1);
                byFolder.put(folder, line[0].equals(THROTTLED_MICROS) ? 1_000 * throttled : throttled);
            }
        }
        return byFolder;
    }

    /** The smallest limit on processes and threads of the group and all groups above, null when it is not known. */
    @Nullable
    Long processes() {
        return folders("pids").stream()
                .flatMap(folder -> HostFiles.read(folder.resolve("pids.max")).stream())
                .map(limit -> limit.equals(NO_BOUND) ? Long.MAX_VALUE : HostFiles.parseOrZero(limit))
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    private List<Path> folders(String controller) {
        List<Path> folders = new ArrayList<>();
        for (String line :
                HostFiles.read(root.resolve("proc/self/cgroup")).orElse("").split("\n", -1)) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                addWithParents(root.resolve("sys/fs/cgroup"), parts[2], folders);
            } else if (List.of(parts[1].split(",", -1)).contains(controller)) {
                addWithParents(root.resolve("sys/fs/cgroup").resolve(controller), parts[2], folders);
            }
        }
        return folders;
    }

    private static void addWithParents(Path mount, String path, List<Path> folders) {
        Path folder = mount.resolve(path.substring(1));
        while (folder != null && folder.startsWith(mount)) {
            folders.add(folder);
            folder = folder.getParent();
        }
    }
}
