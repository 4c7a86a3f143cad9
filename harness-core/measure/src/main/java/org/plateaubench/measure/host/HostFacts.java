// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Settings and limits of a host that affect a measurement, by their names in {@code environment.json}. What a system
 * does not report is missing, and a limit that does not exist is {@link #UNLIMITED}. Immutable.
 */
public record HostFacts(Map<String, Object> settings) {
    public static final String UNLIMITED = "unlimited";

    public static HostFacts ofThisHost() {
        return of(Path.of("/"));
    }

    /** The facts in the files of Linux below a folder, which is {@code /} for this host. */
    static HostFacts of(Path root) {
        Reader reader = new Reader(root);
        reader.read();
        return new HostFacts(reader.found);
    }

    /** A setting or limit as a number; null if it is not known. */
    public @Nullable Double number(String name) {
        return switch (settings.get(name)) {
            case Number number -> number.doubleValue();
            case String limit when limit.equals(UNLIMITED) -> Double.POSITIVE_INFINITY;
            case null, default -> null;
        };
    }

    /** Reads what is in {@code /proc} and {@code /sys}; on other systems it returns no facts. Not thread-safe. */
    private static final class Reader {
        private final Path root;
        private final Map<String, Object> found = new LinkedHashMap<>();

        Reader(Path root) {
            this.root = root;
        }

        private void put(String name, @Nullable Object value) {
            if (value != null) {
                found.put(name, value);
            }
        }

        private void putLimit(String name, @Nullable Number limit) {
            put(name, limit != null && limit.doubleValue() >= Long.MAX_VALUE ? UNLIMITED : limit);
        }

        void read() {
            readCpu();
            readMemory();
            readLimits();
            readNetwork();
            put("virtualMachine", virtualMachine());
            put("container", container());
            put(
                    "loadAverage",
                    text("proc/loadavg")
                            .map(text -> Double.valueOf(text.split(" ", -1)[0]))
                            .orElse(null));
        }

        private void readCpu() {
            String clock = "sys/devices/system/clocksource/clocksource0/";
            put("governor", governors());
            put("lowestMegahertz", megahertz("min"));
            put("highestMegahertz", megahertz("max"));
            put("turbo", turbo());
            put("clockSource", text(clock + "current_clocksource").orElse(null));
            put("clockSources", text(clock + "available_clocksource").orElse(null));
            putLimit("quotaCores", new ControlGroup(root).quotaCores());
            HostCpu ticks = HostCpu.read(root.resolve("proc/stat"));
            if (ticks != null) {
                put("stealPercentSinceStart", Math.rint(1e5 * ticks.stealTicks() / ticks.totalTicks()) / 1e3);
            }
        }

        private @Nullable String governors() {
            TreeSet<String> governors = new TreeSet<>();
            Path policies = root.resolve("sys/devices/system/cpu/cpufreq");
            for (Path policy : HostFiles.entries(policies, name -> name.startsWith("policy"))) {
                HostFiles.read(policy.resolve("scaling_governor")).ifPresent(governors::add);
            }
            return governors.isEmpty() ? null : String.join(", ", governors);
        }

        private @Nullable Long megahertz(String which) {
            Long kilohertz = number("sys/devices/system/cpu/cpu0/cpufreq/scaling_" + which + "_freq");
            return kilohertz == null ? null : Long.valueOf(kilohertz / 1_000);
        }

        private @Nullable Boolean turbo() {
            Long off = number("sys/devices/system/cpu/intel_pstate/no_turbo");
            if (off != null) {
                return off == 0;
            }
            Long on = number("sys/devices/system/cpu/cpufreq/boost");
            return on == null ? null : Boolean.valueOf(on != 0);
        }

        private void readMemory() {
            Long swap = memory("SwapTotal:");
            Long free = memory("SwapFree:");
            put("availableMemoryBytes", memory("MemAvailable:"));
            put("swapBytes", swap);
            put("swapUsedBytes", swap == null || free == null ? null : Long.valueOf(swap - free));
            put("swappiness", number("proc/sys/vm/swappiness"));
            // Such as "always [madvise] never".
            put(
                    "transparentHugePages",
                    text("sys/kernel/mm/transparent_hugepage/enabled")
                            .map(list -> list.substring(list.indexOf('[') + 1, list.indexOf(']')))
                            .orElse(null));
        }

        private @Nullable Long memory(String name) {
            List<String[]> lines = HostFiles.lines(root.resolve("proc/meminfo"), name::equals, 2);
            return lines.isEmpty() ? null : Long.valueOf(1_024 * HostFiles.number(lines.getFirst(), 1));
        }

        private void readLimits() {
            // Such as "Max open files  1024  524288  files": the soft limit comes first.
            for (String[] line : HostFiles.lines(root.resolve("proc/self/limits"), "Max"::equals, 4)) {
                switch (line[1]) {
                    case "open" -> putLimit("openFiles", limit(line[3]));
                    case "processes" -> putLimit("processes", limit(line[2]));
                    default -> {}
                }
            }
            put("processIds", number("proc/sys/kernel/pid_max"));
            put("threads", number("proc/sys/kernel/threads-max"));
            putLimit("groupProcesses", new ControlGroup(root).processes());
        }

        private static @Nullable Long limit(String soft) {
            return soft.equals("unlimited") ? Long.valueOf(Long.MAX_VALUE) : HostFiles.parseOrNull(soft);
        }

        private void readNetwork() {
            String[] ports =
                    text("proc/sys/net/ipv4/ip_local_port_range").orElse("").split("\\s+", -1);
            if (ports.length == 2) {
                put("firstPort", HostFiles.parseOrNull(ports[0]));
                put("lastPort", HostFiles.parseOrNull(ports[1]));
            }
            put("acceptQueue", number("proc/sys/net/core/somaxconn"));
        }

        /** The hypervisor. A processor reports whether a hypervisor provides it; the board reports which one. */
        private @Nullable String virtualMachine() {
            List<String[]> flags = HostFiles.lines(root.resolve("proc/cpuinfo"), "flags"::equals, Integer.MAX_VALUE);
            if (flags.stream().noneMatch(line -> List.of(line).contains("hypervisor"))) {
                return flags.isEmpty() ? null : "";
            }
            List<String> words = new ArrayList<>();
            for (String file :
                    List.of("sys/class/dmi/id/sys_vendor", "sys/class/dmi/id/product_name", "sys/hypervisor/type")) {
                text(file).filter(word -> !word.isEmpty()).ifPresent(words::add);
            }
            return words.isEmpty() ? "of an unknown kind" : String.join(", ", words);
        }

        private @Nullable Boolean container() {
            if (!Files.exists(root.resolve("proc/self"))) {
                return null;
            }
            return Files.exists(root.resolve(".dockerenv")) || Files.exists(root.resolve("run/.containerenv"));
        }

        private Optional<String> text(String file) {
            return HostFiles.read(root.resolve(file));
        }

        private @Nullable Long number(String file) {
            return text(file).map(HostFiles::parseOrNull).orElse(null);
        }
    }
}
