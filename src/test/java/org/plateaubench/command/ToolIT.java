// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The run files of programs of others are carried out with the real programs, whose output becomes figures. */
@Tag("slow")
@ResourceLock(LaunchedPlateau.DRIVEN)
final class ToolIT {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "fio, read-iops write-iops read-rate write-rate",
        "iperf3, throughput retransmits sender-cpu",
        "sysbench, cpu-events memory-rate",
        "stress-ng, bogo-ops",
        "openssl, sha256",
        "hpcc, hpl stream-triad",
        "redis-benchmark, set-rate get-rate"
    })
    void outputOfTheProgramBecomesFigures(String program, String figures) throws Exception {
        LaunchedPlateau launched = Quickstart.startFile(
                folder,
                LaunchedPlateau.AS_SHIPPED,
                LaunchedPlateau.home().resolve("configs/runs/tools/" + program + ".yaml"),
                "--set",
                "phases.steady=15s");

        assertThat(launched.awaitExit(Duration.ofMinutes(3)))
                .as(launched.everything())
                .isZero();
        JsonNode workload = RunFolder.only(Quickstart.runs(folder))
                .json("result.json")
                .path("workloads")
                .path(0);
        for (String figure : List.of(figures.split(" "))) {
            assertThat(workload.path("checks").valueStream())
                    .filteredOn(check -> check.path("name").asString().equals(figure))
                    .singleElement()
                    .satisfies(check -> assertThat(check.path("value").isNumber())
                            .as(figure)
                            .isTrue());
        }
        if (program.equals("fio")) {
            assertThat(workload.path("operations").valueStream())
                    .filteredOn(line -> line.path("name").asString().equals("read-latency"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.path("attempts").asLong()
                                    + line.path("intended").asLong()
                                    + line.path("ok").asLong())
                            .isGreaterThan(100));
        }
    }
}
