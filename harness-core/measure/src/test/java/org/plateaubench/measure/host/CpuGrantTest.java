// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cores that a process may use, and the time for which control groups throttled it (measurement rule M16). */
class CpuGrantTest {
    @TempDir
    private Path root;

    @Test
    void quotaBelowProcessorsIsTheGrant() throws IOException {
        CpuGrant grant = grant(
                Map.of(
                        "proc/self/cgroup", "0::/pods/agent",
                        "sys/fs/cgroup/pods/agent/cpu.max", "150000 100000",
                        "sys/fs/cgroup/pods/agent/cpu.stat", "nr_periods 7\nnr_throttled 3\nthrottled_usec 2500",
                        "sys/fs/cgroup/pods/cpu.max", "max 100000"),
                4);
        assertThat(grant.cores()).isEqualTo(1.5);
        assertThat(grant.throttledNanos()).isZero();
    }

    @Test
    void cgroupVersion1IsRead() throws IOException {
        Map<String, String> files = Map.of(
                "proc/self/cgroup", "4:cpu,cpuacct:/agent\n3:memory:/",
                "sys/fs/cgroup/cpu/agent/cpu.cfs_quota_us", "-1",
                "sys/fs/cgroup/cpu/agent/cpu.cfs_period_us", "100000",
                "sys/fs/cgroup/cpu/agent/cpu.stat", "nr_periods 9\nnr_throttled 1\nthrottled_time 70");
        CpuGrant grant = grant(files, 2);
        assertThat(grant.cores()).isEqualTo(2);
        assertThat(grant.throttledNanos()).isZero();
        write("sys/fs/cgroup/cpu/agent/cpu.stat", "nr_periods 9\nnr_throttled 2\nthrottled_time 84");
        assertThat(grant.throttledNanos()).as("of each of two processors").isEqualTo(7);
    }

    /** The parent group was throttled for an hour before the first call. The kernel counts each throttled processor. */
    @Test
    void largestThrottlingSinceLastCallIsReported() throws IOException {
        Map<String, String> files = Map.of(
                "proc/self/cgroup", "0::/ci/agent",
                "sys/fs/cgroup/ci/agent/cpu.max", "100000 100000",
                "sys/fs/cgroup/ci/agent/cpu.stat", "throttled_usec 0",
                "sys/fs/cgroup/ci/cpu.stat", "throttled_usec 3600000000");
        CpuGrant grant = grant(files, 2);
        assertThat(grant.throttledNanos()).isZero();
        write("sys/fs/cgroup/ci/agent/cpu.stat", "throttled_usec 600");
        assertThat(grant.throttledNanos()).isEqualTo(300_000);
        write("sys/fs/cgroup/ci/cpu.stat", "throttled_usec 3600000200");
        assertThat(grant.throttledNanos()).isEqualTo(400_000);
    }

    @Test
    void nothingIsThrottledWithoutQuota() throws IOException {
        CpuGrant grant = grant(Map.of("proc/self/cgroup", "0::/agent", "sys/fs/cgroup/agent/cpu.max", "max 100000"), 2);
        assertThat(grant.throttledNanos()).isZero();
    }

    @Test
    void throttlingIsUnknownWithoutCgroups() throws IOException {
        CpuGrant grant = grant(Map.of(), 8);
        assertThat(grant.cores()).isEqualTo(8);
        assertThat(grant.throttledNanos()).isNegative();
    }

    private CpuGrant grant(Map<String, String> files, int processors) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            write(file.getKey(), file.getValue());
        }
        return new CpuGrant(root, processors);
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }
}
