// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads facts about a Linux host from {@code /proc} and {@code /sys}. On other systems it finds nothing. Thread-safe.
 */
public final class HostFactsReader {
    private static final long KILO = 1_024;
    private static final long KILOHERTZ_PER_MEGAHERTZ = 1_000;

    private final Path root;

    /** Creates a reader below the given folder, which is {@code /} for this host. */
    public HostFactsReader(Path root) {
        this.root = root;
    }

    public static HostFacts ofThisHost() {
        return new HostFactsReader(Path.of("/")).read();
    }

    public HostFacts read() {
        return new HostFacts(cpu(), memory(), limits(), network(), virtualMachine(), container(), loadAverage());
    }

    private HostFacts.Cpu cpu() {
        String clock = "sys/devices/system/clocksource/clocksource0/";
        HostCpu ticks = text("proc/stat").map(HostCpu::of).orElse(null);
        return new HostFacts.Cpu(
                Runtime.getRuntime().availableProcessors(),
                governors(),
                megahertz("min"),
                megahertz("max"),
                turbo(),
                word(clock + "current_clocksource"),
                word(clock + "available_clocksource"),
                new ControlGroup(this::text).quotaCores(),
                ticks == null || ticks.totalTicks() == 0
                        ? null
                        : Double.valueOf((double) ticks.stealTicks() / ticks.totalTicks()));
    }

    private @Nullable String governors() {
        TreeSet<String> governors = new TreeSet<>();
        for (Path policy : folders("sys/devices/system/cpu/cpufreq", "policy*")) {
            HostFiles.read(policy.resolve("scaling_governor")).ifPresent(governors::add);
        }
        return governors.isEmpty() ? null : String.join(", ", governors);
    }

    private @Nullable Long megahertz(String which) {
        Long kilohertz = number("sys/devices/system/cpu/cpu0/cpufreq/scaling_" + which + "_freq");
        return kilohertz == null ? null : Long.valueOf(kilohertz / KILOHERTZ_PER_MEGAHERTZ);
    }

    private @Nullable Boolean turbo() {
        Long off = number("sys/devices/system/cpu/intel_pstate/no_turbo");
        if (off != null) {
            return off == 0;
        }
        Long on = number("sys/devices/system/cpu/cpufreq/boost");
        return on == null ? null : Boolean.valueOf(on != 0);
    }

    private HostFacts.Memory memory() {
        List<String> lines = lines("proc/meminfo");
        Long swap = kilobytes(lines, "SwapTotal");
        Long free = kilobytes(lines, "SwapFree");
        return new HostFacts.Memory(
                kilobytes(lines, "MemAvailable"),
                swap,
                swap == null || free == null ? null : Long.valueOf(swap - free),
                number("proc/sys/vm/swappiness"),
                chosen(word("sys/kernel/mm/transparent_hugepage/enabled")));
    }

    private static @Nullable Long kilobytes(List<String> lines, String name) {
        for (String line : lines) {
            if (line.startsWith(name + ":")) {
                Long value = parsed(line.substring(name.length() + 1).replace("kB", ""));
                return value == null ? null : Long.valueOf(value * KILO);
            }
        }
        return null;
    }

    /** The word in brackets of a list such as {@code always [madvise] never}. */
    private static @Nullable String chosen(@Nullable String list) {
        int from = list == null ? -1 : list.indexOf('[');
        int to = list == null ? -1 : list.indexOf(']');
        return list == null || from < 0 || to < from ? null : list.substring(from + 1, to);
    }

    private HostFacts.Limits limits() {
        List<String> lines = lines("proc/self/limits");
        return new HostFacts.Limits(
                softLimit(lines, "Max open files"),
                softLimit(lines, "Max processes"),
                number("proc/sys/kernel/pid_max"),
                number("proc/sys/kernel/threads-max"),
                new ControlGroup(this::text).processes());
    }

    private static @Nullable Long softLimit(List<String> lines, String name) {
        for (String line : lines) {
            if (line.startsWith(name + " ")) {
                String soft = line.substring(name.length()).strip().split("\\s+", -1)[0];
                return soft.equals("unlimited") ? Long.valueOf(Long.MAX_VALUE) : parsed(soft);
            }
        }
        return null;
    }

    private HostFacts.Network network() {
        String[] ports =
                text("proc/sys/net/ipv4/ip_local_port_range").orElse("").split("\\s+", -1);
        boolean isRange = ports.length == 2;
        return new HostFacts.Network(
                isRange ? parsed(ports[0]) : null,
                isRange ? parsed(ports[1]) : null,
                number("proc/sys/net/core/somaxconn"));
    }

    /** The hypervisor. A processor reports whether a hypervisor provides it; the board reports which one. */
    private @Nullable String virtualMachine() {
        boolean isVirtual = false;
        boolean isKnown = false;
        for (String line : lines("proc/cpuinfo")) {
            if (line.startsWith("flags")) {
                isKnown = true;
                isVirtual |= List.of(line.split("\\s+", -1)).contains("hypervisor");
            }
        }
        if (!isVirtual) {
            return isKnown ? "" : null;
        }
        List<String> words = new ArrayList<>();
        for (String file :
                List.of("sys/class/dmi/id/sys_vendor", "sys/class/dmi/id/product_name", "sys/hypervisor/type")) {
            text(file).filter(word -> !word.isEmpty()).ifPresent(words::add);
        }
        return words.isEmpty() ? "of a kind that it does not tell" : String.join(", ", words);
    }

    private @Nullable Boolean container() {
        if (!Files.exists(root.resolve("proc/self"))) {
            return null;
        }
        return Files.exists(root.resolve(".dockerenv")) || Files.exists(root.resolve("run/.containerenv"));
    }

    private @Nullable Double loadAverage() {
        try {
            return text("proc/loadavg")
                    .map(text -> Double.valueOf(text.split("\\s+", -1)[0]))
                    .orElse(null);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private List<Path> folders(String folder, String pattern) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(root.resolve(folder), pattern)) {
            stream.forEach(found::add);
        } catch (IOException | DirectoryIteratorException e) {
            // The folder does not exist: nothing is found.
            return List.of();
        }
        return found;
    }

    private Optional<String> text(String file) {
        return HostFiles.read(root.resolve(file));
    }

    private @Nullable String word(String file) {
        return text(file).filter(word -> !word.isEmpty()).orElse(null);
    }

    private List<String> lines(String file) {
        return List.of(text(file).orElse("").split("\n", -1));
    }

    private @Nullable Long number(String file) {
        return text(file).map(HostFactsReader::parsed).orElse(null);
    }

    private static @Nullable Long parsed(String text) {
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
