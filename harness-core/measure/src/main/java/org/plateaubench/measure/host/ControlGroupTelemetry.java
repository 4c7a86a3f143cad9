// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * Samples the resource use of control groups of version 2, such as those of containers and of systemd units, from the
 * files described in the kernel's documentation of control groups: CPU and throttled time, memory, processes and
 * threads, disks, and how long some of their tasks waited for CPU, memory or disks. If a group lacks a file, its series
 * are missing. Not thread-safe.
 */
public final class ControlGroupTelemetry {
    private static final double MICROS_PER_SECOND = 1e6;

    private final Path root;
    private final List<String> groups;

    public ControlGroupTelemetry(List<String> groups) {
        this(Path.of("/sys/fs/cgroup"), groups);
    }

    ControlGroupTelemetry(Path root, List<String> groups) {
        this.root = root;
        this.groups = List.copyOf(groups);
    }

    /** The groups that do not exist, or whose paths lead out of the hierarchy. */
    public List<String> missing() {
        return groups.stream()
                .filter(group -> !Files.isReadable(folder(group).resolve("cgroup.controllers")))
                .toList();
    }

    /** The folder of a group; a path that leads out of the hierarchy is not that of a group. */
    private Path folder(String group) {
        Path folder = root.resolve(group.replaceFirst("^/+", "")).normalize();
        return folder.startsWith(root) ? folder : root.resolve("outside");
    }

    public List<Sample> sample() {
        List<Sample> samples = new ArrayList<>();
        for (String group : groups) {
            sample(folder(group), "group " + group + " ", samples);
        }
        return samples;
    }

    private static void sample(Path folder, String name, List<Sample> samples) {
        for (String[] fields : lines(folder.resolve("cpu.stat"))) {
            switch (fields[0]) {
                // If CPU seconds grow by one in each second, this is one core.
                case "usage_usec" -> add(samples, name + "cpu", seconds(fields), "core seconds", true);
                case "throttled_usec" -> add(samples, name + "throttled", seconds(fields), "seconds", true);
                default -> {}
            }
        }
        for (String[] fields : lines(folder.resolve("memory.current"))) {
            add(samples, name + "memory", (double) HostFiles.parsed(fields[0]), "bytes", false);
        }
        for (String[] fields : lines(folder.resolve("pids.current"))) {
            add(samples, name + "tasks", (double) HostFiles.parsed(fields[0]), "tasks", false);
        }
        disks(folder, name, samples);
        for (String resource : List.of("cpu", "io", "memory")) {
            for (String[] fields : lines(folder.resolve(resource + ".pressure"))) {
                String total = fields[fields.length - 1];
                if (fields[0].equals("some") && total.startsWith("total=")) {
                    double waited = HostFiles.parsed(total.substring("total=".length())) / MICROS_PER_SECOND;
                    add(samples, name + "waiting for " + resource, waited, "seconds", true);
                }
            }
        }
    }

    private static void disks(Path folder, String name, List<Sample> samples) {
        List<String[]> devices = lines(folder.resolve("io.stat"));
        if (devices.isEmpty()) {
            return;
        }
        for (List<String> series : List.of(
                List.of("rbytes=", "disk read", "bytes"),
                List.of("wbytes=", "disk written", "bytes"),
                List.of("rios=", "disk reads", "operations"),
                List.of("wios=", "disk writes", "operations"))) {
            double sum = 0;
            for (String[] fields : devices) {
                for (String field : fields) {
                    sum += field.startsWith(series.get(0))
                            ? HostFiles.parsed(field.substring(series.get(0).length()))
                            : 0;
                }
            }
            add(samples, name + series.get(1), sum, series.get(2), true);
        }
    }

    private static double seconds(String[] fields) {
        return fields.length > 1 ? HostFiles.parsed(fields[1]) / MICROS_PER_SECOND : 0;
    }

    private static List<String[]> lines(Path file) {
        return HostFiles.lines(file, first -> true, Integer.MAX_VALUE);
    }

    private static void add(List<Sample> samples, String series, double value, String unit, boolean cumulative) {
        samples.add(new Sample(series, value, unit, cumulative));
    }
}
