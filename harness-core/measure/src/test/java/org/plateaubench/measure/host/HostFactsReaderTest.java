// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsReaderTest {
    @TempDir
    private Path root;

    @Test
    void readsWhatALinuxHostTells() throws IOException {
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

        HostFacts facts = new HostFactsReader(root).read();
        assertThat(facts.cpu())
                .isEqualTo(new HostFacts.Cpu(
                        Runtime.getRuntime().availableProcessors(),
                        "performance, powersave",
                        800L,
                        3_600L,
                        true,
                        "tsc",
                        "tsc kvm-clock",
                        1.5,
                        0.1));
        assertThat(facts.memory()).isEqualTo(new HostFacts.Memory(60L << 10, 8L << 10, 2L << 10, 60L, "madvise"));
        assertThat(facts.limits()).isEqualTo(new HostFacts.Limits(1_024L, 96_365L, 32_768L, 192_730L, 500L));
        assertThat(facts.network()).isEqualTo(new HostFacts.Network(32_768L, 60_999L, 128L));
        assertThat(facts.virtualMachine()).isEqualTo("QEMU");
        assertThat(facts.container()).isFalse();
        assertThat(facts.loadAverage()).isEqualTo(1.07);
        assertThat(facts.toTree()).containsEntry("governor", "performance, powersave");
    }

    @Test
    void theFirstFormOfControlGroupsIsUnderstoodToo() throws IOException {
        file("proc/self/cgroup", "8:pids:/\n3:cpu,cpuacct:/box\n0::/\n");
        file("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "50000\n");
        file("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/pids/pids.max", "max\n");
        HostFacts facts = new HostFactsReader(root).read();
        assertThat(facts.cpu().quotaCores()).isEqualTo(0.5);
        assertThat(facts.limits().groupProcesses()).isEqualTo(Long.MAX_VALUE);
        assertThat(facts.toTree()).containsEntry("groupProcesses", "unlimited");
    }

    @Test
    void aHostThatTellsNothingIsNotKnownAndNoFailure() {
        HostFacts facts = new HostFactsReader(root).read();
        assertThat(facts.toTree()).isEqualTo(Map.of());
    }

    @Test
    void whatCannotBeUnderstoodIsNotKnown() throws IOException {
        file("proc/sys/vm/swappiness", "plenty\n");
        file("proc/loadavg", "high\n");
        file("proc/self/limits", "Max open files            many  many  files\n");
        file("proc/stat", "cpu\n");
        file("proc/self/cgroup", "nonsense\n0::/\n");
        file("sys/fs/cgroup/cpu.max", "1000\n");
        file("sys/kernel/mm/transparent_hugepage/enabled", "]always[\n");
        HostFacts facts = new HostFactsReader(root).read();
        assertThat(facts.toTree()).containsOnlyKeys("container");
    }

    /** The kernel gives a value of /proc/sys whole in one read, or cut short. */
    @Test
    void valuesOfThisKernelAreReadWhole() throws IOException {
        Path ports = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
        if (Files.isReadable(ports)) {
            assertThat(HostFactsReader.ofThisHost().network().lastPort()).isGreaterThan(9L);
        } else {
            assertThat(HostFactsReader.ofThisHost().network().lastPort()).isNull();
        }
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
