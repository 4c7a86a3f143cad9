// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.TelemetrySource.Sample;

/** Resource use of programs and control groups, from sample files of a kernel and from programs of this host. */
final class ProcessTelemetryTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private final AtomicLong clock = new AtomicLong();

    private static Map<String, Double> values(List<Sample> samples) {
        return samples.stream().collect(Collectors.toMap(Sample::series, Sample::value));
    }

    /** A process with its own time in user mode, and that of children that have ended, in steps of 10 ms. */
    private void process(int id, String name, String state, int ticks, int ofChildren, int kilobytes)
            throws IOException {
        Path own = Files.createDirectories(folder.resolve(Integer.toString(id)));
        Files.writeString(
                own.resolve("stat"),
                id + " (" + name + ") " + state + " 1 1 1 0 -1 0 0 0 0 0 " + ticks + " 0 " + ofChildren
                        + " 0 20 0 3 0 100 0 0\n");
        Files.writeString(own.resolve("status"), "Name:\t" + name + "\nVmRSS:\t  " + kilobytes + " kB\nThreads:\t3\n");
    }

    private ProcessTelemetry programs(String... programs) {
        return new ProcessTelemetry(folder, List.of(programs), folder, List.of(), clock::get);
    }

    @Test
    void processesOfProgramAreAdded() throws IOException {
        ProcessTelemetry telemetry = programs("postgres", "a) (b", "absent");
        process(10, "postgres", "S", 100, 0, 1000);
        process(11, "postgres", "R", 50, 0, 500);
        process(12, "postgres", "Z", 9000, 0, 0);
        process(13, "a) (b", "S", 1, 0, 1);
        process(14, "other", "R", 7000, 0, 9);
        assertThat(telemetry.sample())
                .as("no time has passed for CPU")
                .extracting(Sample::series)
                .noneMatch(series -> series.endsWith("cpu"));

        clock.set(2 * SECOND);
        process(10, "postgres", "S", 150, 90, 1000);
        Files.delete(folder.resolve("11/stat"));
        Map<String, Double> values = values(telemetry.sample());
        assertThat(values.get("program postgres cpu"))
                .as("including the ended process, whose time its parent reports")
                .isCloseTo(0.45, within(1e-9));
        assertThat(values)
                .containsEntry("program postgres processes", 1.0)
                .containsEntry("program postgres memory", 1_024_000.0)
                .containsEntry("program postgres threads", 3.0)
                .containsEntry("program a) (b processes", 1.0)
                .containsEntry("program absent processes", 0.0)
                .doesNotContainKeys("program absent memory", "program absent cpu");
    }

    /**
     * A shell becomes the program soon after its start; another process becomes it much later, and its earlier CPU time
     * does not count.
     */
    @Test
    void processThatBecomesTheProgramIsFound() throws IOException {
        ProcessTelemetry telemetry = programs("postgres");
        process(10, "postgres", "S", 100, 0, 1000);
        process(11, "late", "S", 0, 0, 0);
        telemetry.sample();
        process(12, "sh", "R", 0, 0, 0);
        clock.addAndGet(SECOND);
        telemetry.sample();
        process(12, "postgres", "R", 50, 0, 500);
        clock.addAndGet(SECOND);
        assertThat(values(telemetry.sample()))
                .containsEntry("program postgres processes", 2.0)
                .containsEntry("program postgres cpu", 0.5);

        for (int i = 0; i < 5; i++) {
            clock.addAndGet(SECOND);
            telemetry.sample();
        }
        process(11, "postgres", "R", 800, 0, 500);
        double processes = 2;
        for (int i = 0; i < 10; i++) {
            clock.addAndGet(SECOND);
            Map<String, Double> values = values(telemetry.sample());
            processes = values.getOrDefault("program postgres processes", 0.0);
            assertThat(values).containsEntry("program postgres cpu", 0.0);
        }
        assertThat(processes).isEqualTo(3);
    }

    @Test
    void programOfThisTestIsFound() {
        String own = HostFiles.read(Path.of("/proc/self/comm")).orElseThrow();
        ProcessTelemetry telemetry = new ProcessTelemetry(List.of(own), List.of(), System::nanoTime);
        telemetry.sample();
        assertThat(values(telemetry.sample()))
                .hasEntrySatisfying(
                        "program " + own + " processes",
                        value -> assertThat(value).isPositive())
                .hasEntrySatisfying(
                        "program " + own + " memory", value -> assertThat(value).isGreaterThan(1e6))
                .containsKey("program " + own + " cpu");
    }

    @Test
    void controlGroupFiguresAreRead() throws IOException {
        Path group = Files.createDirectories(folder.resolve("system.slice/redis.service"));
        for (Map.Entry<String, String> file : Map.of(
                        "cgroup.controllers", "cpu io memory pids",
                        "cpu.stat", "usage_usec 2500000\nuser_usec 1\nthrottled_usec 500000\n",
                        "memory.current", "4096\n",
                        "pids.current", "7\n",
                        "io.stat", "254:0 rbytes=10 wbytes=20 rios=1 wios=2\n254:16 rbytes=5 wbytes=0 rios=1 wios=0\n",
                        "cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1500000\nfull total=9\n")
                .entrySet()) {
            Files.writeString(group.resolve(file.getKey()), file.getValue());
        }
        ProcessTelemetry telemetry = new ProcessTelemetry(
                folder, List.of(), folder, List.of("/system.slice/redis.service", "/absent"), clock::get);

        assertThat(telemetry.missingGroups()).containsExactly("/absent");
        assertThat(telemetry.sample())
                .contains(new Sample("group /system.slice/redis.service cpu", 2.5, "core seconds", true))
                .allMatch(sample -> sample.series().startsWith("group /system.slice/redis.service "));
        assertThat(values(telemetry.sample()))
                .containsEntry("group /system.slice/redis.service throttled", 0.5)
                .containsEntry("group /system.slice/redis.service memory", 4096.0)
                .containsEntry("group /system.slice/redis.service tasks", 7.0)
                .containsEntry("group /system.slice/redis.service disk read", 15.0)
                .containsEntry("group /system.slice/redis.service disk writes", 2.0)
                .containsEntry("group /system.slice/redis.service waiting for cpu", 1.5);
    }
}
