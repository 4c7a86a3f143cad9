// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
    @TempDir
    private Path root;

    @Test
    void linuxHostFactsAreRead() throws IOException {
        file("sys/devices/system/cpu/cpufreq/policy0/scaling_governor", "powersave\n");
        file("sys/devices/system/cpu/cpufreq/policy1/scaling_governor", "performance\n");
        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_min_freq", "800000\n");
        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_max_freq", "3600000\n");
        file("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
        file("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
        file("sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc kvm-clock \n");
        file("proc/stat", "cpu  10 0 10 70 0 0 0 10 0 0\ncpu0 10 0 10 70 0 0 0 10 0 0\n");
        file("proc/meminfo", "MemTotal: 100 kB\nMemAvailable:   60 kB\nSwapTotal:  8 kB\nSwapFree:  6 kB\n");
        file("proc/sys/vm/swappiness", "60\n");
        file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        file("proc/self/limits", """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             96365                96365                processes
                Max open files            1024                 524288               files
                """);
        file("proc/sys/kernel/pid_max", "32768\n");
        file("proc/sys/kernel/threads-max", "192730\n");
        file("proc/self/cgroup", "0::/user/app\n");
        file("sys/fs/cgroup/user/app/cpu.max", "max 100000\n");
        file("sys/fs/cgroup/user/cpu.max", "150000 100000\n");
        file("sys/fs/cgroup/user/app/pids.max", "500\n");
        file("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
        file("proc/sys/net/core/somaxconn", "128\n");
        file("proc/cpuinfo", "processor : 0\nflags : fpu hypervisor tsc\n");
        file("sys/class/dmi/id/sys_vendor", "QEMU\n");
        file("proc/loadavg", "1.07 0.63 1.11 6/146 7359\n");

        HostFacts facts = HostFacts.of(root);
        assertThat(facts.settings())
                .containsEntry("governor", "performance, powersave")
                .containsEntry("lowestMegahertz", 800L)
                .containsEntry("highestMegahertz", 3_600L)
                .containsEntry("turbo", true)
                .containsEntry("clockSource", "tsc")
                .containsEntry("clockSources", "tsc kvm-clock")
                .containsEntry("quotaCores", 1.5)
                .containsEntry("stealPercentSinceStart", 10.0)
                .containsEntry("availableMemoryBytes", 60L << 10)
                .containsEntry("swapBytes", 8L << 10)
                .containsEntry("swapUsedBytes", 2L << 10)
                .containsEntry("swappiness", 60L)
                .containsEntry("transparentHugePages", "madvise")
                .containsEntry("openFiles", 1_024L)
                .containsEntry("processes", 96_365L)
                .containsEntry("processIds", 32_768L)
                .containsEntry("threads", 192_730L)
                .containsEntry("groupProcesses", 500L)
                .containsEntry("firstPort", 32_768L)
                .containsEntry("lastPort", 60_999L)
                .containsEntry("acceptQueue", 128L)
                .containsEntry("virtualMachine", "QEMU")
                .containsEntry("container", false)
                .containsEntry("loadAverage", 1.07);
        assertThat(facts.number("lastPort")).isEqualTo(60_999);
        assertThat(facts.number("governor")).isNull();
    }

    @Test
    void cgroupVersion1IsRead() throws IOException {
        file("proc/self/cgroup", "8:pids:/\n3:cpu,cpuacct:/box\n0::/\n");
        file("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "50000\n");
        file("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/pids/pids.max", "max\n");
        HostFacts facts = HostFacts.of(root);
        assertThat(facts.settings()).containsEntry("quotaCores", 0.5).containsEntry("groupProcesses", "unlimited");
        assertThat(facts.number("groupProcesses")).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void missingFilesGiveNoFacts() {
        HostFacts facts = HostFacts.of(root);
        assertThat(facts.settings()).isEqualTo(Map.of());
    }

    @Test
    void malformedFilesGiveNoFacts() throws IOException {
        file("proc/sys/vm/swappiness", "plenty\n");
        file("proc/self/limits", "Max open files            many  many  files\n");
        file("proc/stat", "cpu\n");
        file("proc/self/cgroup", "nonsense\n0::/\n");
        HostFacts facts = HostFacts.of(root);
        assertThat(facts.settings()).containsOnlyKeys("container");
    }

    /** The kernel truncates a value of /proc/sys that does not fit into one read. */
    @Test
    void kernelValuesAreReadCompletely() throws IOException {
        Path ports = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
        if (Files.isReadable(ports)) {
            assertThat(HostFacts.ofThisHost().number("lastPort")).isGreaterThan(9);
        } else {
            assertThat(HostFacts.ofThisHost().number("lastPort")).isNull();
        }
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
