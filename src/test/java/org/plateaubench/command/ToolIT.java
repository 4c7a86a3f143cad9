// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The run files of third-party programs are executed with the real programs, whose output becomes figures. */
@Tag("slow")
@ResourceLock(LaunchedPlateau.DRIVEN)
final class ToolIT {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fio             | fio             | read-iops write-iops read-rate write-rate |
            iperf3          | iperf3          | throughput retransmits sender-cpu         |
            netperf         | netperf         | throughput round-trips mean p50 p90 p99   | length=1
            sysbench        | sysbench        | cpu-events memory-rate                    | length=1
            stress-ng       | stress-ng       | bogo-ops                                  |
            openssl         | openssl         | sha256                                    |
            hpcc            | hpcc            | hpl stream-copy stream-scale stream-add stream-triad | size=300
            redis-benchmark | redis-benchmark | set-rate get-rate                         |
            compile         | make compiler   |                                           | tree=${env:SOURCE_TREE} target=MYCFLAGS=-O0
            terasort        | java hadoop     |                                           | lib=${env:HADOOP_LIB} rows=1000
            training        | torch device    | images seconds                            | images=128
            """)
    void programOutputBecomesFigures(String file, String versions, String figures, String variables) throws Exception {
        ToolPrograms.assumeInstalled(file);
        JsonNode workload =
                figures(file, versions, figures, variables == null ? List.of() : List.of(variables.split(" ")));

        if (file.equals("fio")) {
            for (String kind : List.of("read", "write")) {
                assertThat(operation(workload, kind + "-latency")
                                .path("figures")
                                .path("ok")
                                .asDouble())
                        .as("every latency of fio's own histogram")
                        .isEqualTo(figure(workload, kind + "s"));
            }
        }
        if (file.equals("compile")) {
            assertThat(operation(workload, "compile").path("figures").path("ok").asLong())
                    .isPositive();
        }
        if (file.equals("terasort")) {
            assertThat(operation(workload, "validate")
                            .path("figures")
                            .path("ok")
                            .asLong())
                    .isPositive();
        }
    }

    @Test
    void wrkRequestsPagesAndRefusesErrors() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/") ? 200 : 404, 2);
            exchange.getResponseBody().write("ok".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
        try {
            String address = "address=http://127.0.0.1:" + server.getAddress().getPort();
            figures("wrk", "wrk", "requests", List.of(address + "/", "connections=4"));

            LaunchedPlateau wrong =
                    start(Files.createDirectory(folder.resolve("wrong")), "wrk", List.of(address + "/none"));
            assertThat(wrong.awaitExit(Duration.ofMinutes(3))).isNotZero();
            assertThat(RunFolder.only(folder.resolve("wrong/runs")).text("errors.ndjson"))
                    .contains("check-output");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void pgbenchDrivesItsTransaction() throws Exception {
        int port = Forked.freePort();
        List<String> sut = List.of("--name", "bench", "--folder", folder.toString());
        try {
            LaunchedPlateau started = sut("start", "postgresql", sut, "--set", "port=" + port);
            assertThat(started.exitCode()).as(started.everything()).isZero();
            Path password;
            try (Stream<Path> files = Files.walk(folder)) {
                password = files.filter(each -> each.endsWith("data/password"))
                        .findFirst()
                        .orElseThrow();
            }
            String secret = Files.readString(password).strip();
            String database = "postgresql://plateau@127.0.0.1:" + port + "/plateau";
            ProcessBuilder tables = new ProcessBuilder("pgbench", "-q", "-i", database)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("pgbench.log").toFile());
            tables.environment().put("PGPASSWORD", secret);
            assertThat(tables.start().waitFor()).isZero();

            figures(
                    "pgbench",
                    "pgbench",
                    "transactions mean-latency",
                    List.of("database=" + database, "password=" + secret, "clients=2"));
        } finally {
            sut("stop", "bench", sut.subList(2, 4));
        }
    }

    private LaunchedPlateau sut(String what, String name, List<String> options, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("sut", what, name));
        words.addAll(options);
        words.addAll(List.of(more));
        return LaunchedPlateau.run(folder, words.toArray(String[]::new));
    }

    @Test
    void jmhMeasuresBenchmarkOfJar() throws Exception {
        ToolPrograms.assumeInstalled("jmh");
        Path jar = ToolPrograms.benchmarks(folder);

        figures("jmh", "java", "score error", List.of("jar=" + jar, "options=-f 1 -wi 1 -i 3 -w 1 -r 1"));
    }

    /** The message has one sentence, with the version that was found. */
    @Test
    void programOfOtherVersionIsRefusedInOneSentence() throws Exception {
        LaunchedPlateau other = start(folder, "fio", List.of("at=sh -c 'echo fio-2.1.3'"));
        assertThat(other.awaitExit(Duration.ofMinutes(5)))
                .as(other.everything())
                .isEqualTo(3);
        assertThat(other.errors() + other.output())
                .contains("did not print a version of fio for which this scenario is made ('fio-(3\\.\\S+)')")
                .contains("its only line is 'fio-2.1.3'; install such a version")
                .doesNotContain("Exception");
    }

    private LaunchedPlateau start(Path where, String file, List<String> variables) throws IOException {
        Path run = LaunchedPlateau.home().resolve("configs/runs/tools/" + file + ".yaml");
        String workload = Files.readAllLines(run).stream()
                .dropWhile(line -> !line.equals("workloads:"))
                .skip(1)
                .findFirst()
                .orElseThrow()
                .strip()
                .replace(":", "");
        // On a busy machine a process may take seconds to end, and compiling and sorting take longer.
        boolean isLong = file.equals("compile") || file.equals("terasort");
        List<String> settings = new ArrayList<>(List.of(
                "--set", "phases.steady=" + (isLong ? 35 : 12) + "s",
                "--set", "phases.rampDown=1s",
                "--set", "workloads." + workload + ".parameters.margin=5s"));
        for (String variable : variables) {
            settings.addAll(List.of("--set", "workloads." + workload + ".parameters.scenario.variables." + variable));
        }
        return Quickstart.startFile(where, ToolPrograms.environment(), run, settings.toArray(String[]::new));
    }

    private JsonNode figures(String file, String versions, String figures, List<String> variables) throws Exception {
        LaunchedPlateau launched = start(folder, file, variables);
        assertThat(launched.awaitExit(Duration.ofMinutes(3)))
                .as(launched.everything())
                .isZero();
        RunFolder run = RunFolder.only(Quickstart.runs(folder));
        assertThat(run.json("environment.json")
                        .path("programs")
                        .values()
                        .iterator()
                        .next()
                        .propertyNames())
                .containsExactlyInAnyOrder(versions.split(" "));
        JsonNode workload = run.json("result.json").path("workloads").path(0);
        for (String name : figures == null ? new String[0] : figures.split(" ")) {
            assertThat(figure(workload, name)).as(name).isNotNegative();
        }
        return workload;
    }

    private static double figure(JsonNode workload, String name) {
        JsonNode value = workload.path("checks")
                .valueStream()
                .filter(check -> check.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow()
                .path("value");
        assertThat(value.isNumber()).as(name).isTrue();
        return value.asDouble();
    }

    private static JsonNode operation(JsonNode workload, String name) {
        return workload.path("operations")
                .valueStream()
                .filter(line -> line.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
