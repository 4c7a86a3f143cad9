// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the limits and statistics of this process's control groups, of both versions that Linux supports. */
final class ControlGroup {
    private static final String NO_BOUND = "max";
    private static final long NANOS_PER_MICRO = 1_000;

    private final Function<String, Optional<String>> files;

    ControlGroup(Function<String, Optional<String>> files) {
        this.files = files;
    }

    /**
     * The smallest CPU quota of the group and all groups above, in cores; infinite without a bound, null when it is not
     * known.
     */
    @Nullable
    Double quotaCores() {
        return folders("cpu").stream()
                .flatMap(folder -> files
                        .apply(folder + "cpu.max")
                        .map(ControlGroup::cores)
                        .or(() -> files.apply(folder + "cpu.cfs_quota_us")
                                .flatMap(quota -> files.apply(folder + "cpu.cfs_period_us")
                                        .map(period -> cores((quota.equals("-1") ? NO_BOUND : quota) + " " + period))))
                        .stream())
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /**
     * The nanoseconds for which each group was throttled by its quota since its start, by folder; only groups that
     * report this.
     */
    Map<String, Long> throttledNanos() {
        Map<String, Long> byFolder = new HashMap<>();
        for (String folder : folders("cpu")) {
            files.apply(folder + "cpu.stat")
                    .map(ControlGroup::throttledNanos)
                    .ifPresent(nanos -> byFolder.put(folder, nanos));
        }
        return byFolder;
    }

    /** {@code throttled_usec} of version 2 of control groups, {@code throttled_time}, in nanoseconds, of version 1. */
    private static @Nullable Long throttledNanos(String stat) {
        for (String line : stat.split("\n", -1)) {
            String[] parts = line.split(" ", -1);
            if (parts.length == 2 && parts[0].equals("throttled_usec")) {
                Long micros = count(parts[1]);
                return micros == null ? null : Long.valueOf(micros * NANOS_PER_MICRO);
            }
            if (parts.length == 2 && parts[0].equals("throttled_time")) {
                return count(parts[1]);
            }
        }
        return null;
    }

    /** The smallest limit on processes and threads of the group and all groups above, null when it is not known. */
    @Nullable
    Long processes() {
        return folders("pids").stream()
                .flatMap(folder -> files.apply(folder + "pids.max").map(ControlGroup::count).stream())
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    private static @Nullable Double cores(String quotaAndPeriod) {
        String[] parts = quotaAndPeriod.split("\\s+", -1);
        try {
            return parts[0].equals(NO_BOUND)
                    ? Double.POSITIVE_INFINITY
                    : Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }

    private static @Nullable Long count(String text) {
        return text.equals(NO_BOUND) ? Long.valueOf(Long.MAX_VALUE) : HostFiles.whole(text);
    }

    private List<String> folders(String controller) {
        List<String> folders = new ArrayList<>();
        for (String line : files.apply("proc/self/cgroup").orElse("").split("\n", -1)) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[1].isEmpty()) {
                addWithParents("sys/fs/cgroup", parts[2], folders);
            } else if (List.of(parts[1].split(",", -1)).contains(controller)) {
                addWithParents("sys/fs/cgroup/" + controller, parts[2], folders);
            }
        }
        return folders;
    }

    private static void addWithParents(String mount, String path, List<String> folders) {
        String below = path.equals("/") ? "" : path;
        while (true) {
            folders.add(mount + below + "/");
            if (below.isEmpty()) {
                return;
            }
            below = below.substring(0, Math.max(0, below.lastIndexOf('/')));
        }
    }
}
