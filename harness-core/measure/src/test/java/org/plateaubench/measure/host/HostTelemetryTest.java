// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.spi.TelemetrySource.Sample;

/** The telemetry of a host, from sample files of a kernel and from this host. */
final class HostTelemetryTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path folder;

    private final AtomicLong clock = new AtomicLong();
    private Path proc;
    private HostTelemetry telemetry;

    @BeforeEach
    void files() throws IOException {
        proc = folder.resolve("proc");
        Files.createDirectories(proc.resolve("net"));
        Files.createDirectories(proc.resolve("pressure"));
        Files.createDirectories(folder.resolve("block/vda/device"));
        Files.createDirectories(folder.resolve("block/loop0"));
        write(
                "stat",
                "cpu  100 0 100 700 50 0 0 50 0 0\ncpu0 100 0 100 700 50 0 0 50 0 0\nintr 500 1 2\nctxt 900\nprocs_running 3\n");
        write(
                "meminfo",
                "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 400 kB\nCached: 200 kB\nDirty: 7 kB\nSwapTotal: 50 kB\nSwapFree: 20 kB\n");
        write("vmstat", "pgfault 9\npgmajfault 4\npswpin 2\npswpout 3\n");
        write("diskstats", " 254 0 vda 10 0 80 40 20 0 160 60 1 0 0\n 7 0 loop0 99 0 99 99 99 0 99 99 9 0 0\n");
        write(
                "net/dev",
                "Inter-| Receive | Transmit\n face |bytes packets\n lo: 5 5 0 0 0 0 0 0 5 5 0\n eth0: 1000 10 0 0 0 0 0 0 2000 20 0\n");
        write(
                "pressure/cpu",
                "some avg10=0.00 avg60=0.00 avg300=0.00 total=1000000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=9\n");
        telemetry = new HostTelemetry(proc, folder.resolve("block"), clock::get, HostTelemetry::threadCpuNanos);
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(proc.resolve(file), text);
    }

    private Map<String, Sample> sampled() {
        return telemetry.sample().stream().collect(Collectors.toMap(Sample::series, Function.identity()));
    }

    private static double value(Map<String, Sample> samples, String series) {
        return Objects.requireNonNull(samples.get(series), series).value();
    }

    @Test
    void levelsAndTotalsComeFromTheKernel() {
        Map<String, Sample> samples = sampled();
        assertThat(samples.get("run queue")).isEqualTo(new Sample("run queue", 3, "threads", false));
        assertThat(samples.get("context switches")).isEqualTo(new Sample("context switches", 900, "switches", true));
        assertThat(value(samples, "memory used")).isEqualTo(600 * 1024);
        assertThat(value(samples, "swap used")).isEqualTo(30 * 1024);
        assertThat(value(samples, "major page faults")).isEqualTo(4);
        assertThat(value(samples, "disk reads")).as("without the loop device").isEqualTo(10);
        assertThat(value(samples, "disk written")).isEqualTo(160 * 512);
        assertThat(value(samples, "network received"))
                .as("without the loopback")
                .isEqualTo(1000);
        assertThat(samples)
                .doesNotContainKeys(
                        "cpu", "cpu of the busiest core", "cpu user", "disk read latency", "waiting for cpu");
    }

    @Test
    void sharesAndLatenciesCoverTimeSinceLastSample() throws IOException {
        sampled();
        clock.addAndGet(2 * SECOND);
        write("stat", "cpu  150 0 125 775 50 0 0 100 0 0\ncpu0 150 0 125 725 50 0 0 50 0 0\n");
        write("diskstats", " 254 0 vda 14 0 88 60 20 0 160 60 0 0 0\n");
        write("pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=1500000\n");
        Map<String, Sample> samples = sampled();
        assertThat(value(samples, "cpu")).as("user and system").isEqualTo(0.375);
        assertThat(value(samples, "cpu of the busiest core")).isEqualTo(0.75);
        assertThat(value(samples, "cpu core 0")).isEqualTo(0.75);
        assertThat(value(samples, "cpu user")).isEqualTo(0.25);
        assertThat(value(samples, "cpu system")).isEqualTo(0.125);
        assertThat(value(samples, "cpu steal")).isEqualTo(0.25);
        assertThat(value(samples, "disk read latency")).isEqualTo(5);
        assertThat(samples).as("nothing was written").doesNotContainKey("disk write latency");
        assertThat(value(samples, "waiting for cpu")).isCloseTo(0.25, within(1e-9));
    }

    /** Core 300 has no series of its own, and is the busiest. Core 1 is switched off between the samples. */
    @Test
    void numberOfCoreSeriesIsLimited() throws IOException {
        write("stat", "cpu  0 0 0 0\ncpu0 0 0 0 100 0 0 0 0\ncpu1 50 0 0 50 0 0 0 0\ncpu255 0 0 0 0\ncpu300 0 0 0 0\n");
        sampled();
        clock.addAndGet(SECOND);
        write("stat", "cpu  0 0 0 0\ncpu0 25 0 0 175 0 0 0 0\ncpu255 0 0 10 90\ncpu300 90 0 0 10\n");
        Map<String, Sample> samples = sampled();
        assertThat(samples.get("cpu core 0")).isEqualTo(new Sample("cpu core 0", 0.25, "share", false));
        assertThat(value(samples, "cpu core 255")).isCloseTo(0.1, within(1e-9));
        assertThat(value(samples, "cpu of the busiest core")).isCloseTo(0.9, within(1e-9));
        assertThat(samples).doesNotContainKeys("cpu core 1", "cpu core 300");
    }

    /** The numbers of the 150 cores have gaps, as on a host without hyper-threading. */
    @Test
    void everyCoreOfLargeHostIsSampled() throws IOException {
        for (int second = 0; second < 6; second++) {
            StringBuilder stat = new StringBuilder("cpu  1 0 0 1\n");
            for (int core = 0; core < 150; core++) {
                // Busy in each second with an even number.
                stat.append("cpu").append(core + core / 2).append(' ').append(100 * (second / 2));
                stat.append(" 0 0 ").append(100 * ((second + 1) / 2)).append("\n");
            }
            write("stat", stat.toString());
            clock.addAndGet(SECOND);
            Map<String, Sample> samples = sampled();
            double busy = second % 2 == 0 ? 1.0 : 0.0;
            List<Double> shares = samples.values().stream()
                    .filter(sample -> HostTelemetry.isCore("host/db", sample.series()))
                    .map(Sample::value)
                    .toList();
            assertThat(shares).hasSize(second == 0 ? 0 : 150).allMatch(share -> share == busy);
        }
    }

    /** The process used more CPU time than any one of its threads. */
    @Test
    void costIsOfSamplingThreadOrProcess() throws InterruptedException {
        HostTelemetry ofThread =
                new HostTelemetry(proc, folder.resolve("block"), clock::get, HostTelemetry::threadCpuNanos);
        HostTelemetry ofProcess =
                new HostTelemetry(proc, folder.resolve("block"), clock::get, HostTelemetry::processCpuNanos);
        clock.addAndGet(SECOND);
        ofThread.sample();
        ofProcess.sample();
        Thread other = new Thread(() -> {
            long until = 200_000_000L + ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < until) {
                Thread.onSpinWait();
            }
        });
        other.start();
        other.join();
        clock.addAndGet(SECOND);
        double own = cost(ofThread.sample());
        assertThat(cost(ofProcess.sample())).isGreaterThan(0.15).isGreaterThan(own);
    }

    private static double cost(List<Sample> samples) {
        return samples.stream()
                .filter(sample -> sample.series().equals(HostTelemetry.COST))
                .mapToDouble(Sample::value)
                .sum();
    }

    @Test
    void missingKernelFilesGiveNoSeries() throws IOException {
        for (String file : List.of("vmstat", "diskstats", "net/dev", "pressure/cpu", "meminfo")) {
            Files.delete(proc.resolve(file));
        }
        write("stat", "cpu  1 2 3\nnonsense\n\n");
        sampled();
        assertThat(sampled()).as("no time has passed for its own cost either").isEmpty();
    }

    @Test
    void processorsAndMemoryOfThisHostAreSampled() {
        HostTelemetry here = new HostTelemetry(System::nanoTime, HostTelemetry::processCpuNanos);
        here.sample();
        assertThat(here.sample())
                .extracting(Sample::series)
                .contains("run queue", "memory used", "context switches", HostTelemetry.COST);
    }
}
