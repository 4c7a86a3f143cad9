// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A run reads telemetry of other programs and pushes metrics to a real OpenTelemetry collector; a file is added to it afterwards. */
@Tag("slow")
@Order(3)
final class TelemetryIT {
    private static final Path COLLECTOR = LaunchedPlateau.home().resolve(".plateau/otelcol/otelcol");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    private void start(String output, String... command) throws IOException {
        processes.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(output).toFile())
                .start());
    }

    private Path runFile() throws IOException {
        return Files.writeString(folder.resolve("seen.yaml"), """
                run: { name: seen, seed: 3 }
                phases: { rampUp: 1s, steady: 8s, rampDown: 1s }
                suts:
                  law: { service: known-law, mode: embedded }
                  files:
                    service: command
                    mode: external
                    program: /bin/sh
                    arguments: ["-c", "echo open $(cut -f1 /proc/sys/fs/file-nr) files"]
                    every: 1s
                  gone: { service: prometheus, mode: external, url: "http://127.0.0.1:1/metrics", metrics: ["*"],
                          token: "${env:SCRAPE_TOKEN}" }
                workloads:
                  law: { plugin: proving/law, sut: law, load: { users: 2, think: 50ms } }
                """);
    }

    private LaunchedPlateau plateau(Map<String, String> environment, String... arguments) throws IOException {
        return LaunchedPlateau.start(folder, environment, List.of(arguments));
    }

    @Test
    void telemetryIsReadPushedAndImportedFromFile() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(COLLECTOR), "the OpenTelemetry collector is not installed; ./verify installs it");
        int port = startedCollector();
        String file = runFile().toString();

        start(
                "load.csv",
                "/bin/sh",
                "-c",
                "echo time,load; while sleep 1; do echo $(date -u +%FT%TZ),$(cut -d' ' -f1 /proc/loadavg); done");
        LaunchedPlateau launched = plateau(
                Map.of(
                        "SCRAPE_TOKEN", "tok3n",
                        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + port,
                        "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20h3ader",
                        "OTEL_METRIC_EXPORT_INTERVAL", "2000"),
                "run",
                file,
                "--runs-dir",
                folder.resolve("runs").toString());
        int exit = launched.awaitExit(LIMIT);
        processes.getLast().destroy();

        // A busy host makes the verdict invalid, but not the telemetry.
        assertThat(exit).as(launched.everything()).isIn(0, 1, 2);
        RunFolder run = RunFolder.only(folder.resolve("runs"));
        JsonNode result = run.json("result.json");
        assertThat(source(result, "sut/files").path("firstSampleSeconds").isNumber())
                .isTrue();
        assertThat(series(source(result, "sut/files"), "open").path("mean").asDouble())
                .isPositive();
        assertThat(source(result, "sut/gone").path("firstSampleSeconds").isNull())
                .isTrue();
        assertThat(result.path("notes").toString())
                .contains("No telemetry of this source has arrived.")
                .doesNotContain("Metrics could not be pushed");
        assertThat(run.text("events.ndjson") + run.text("result.json") + run.text("plan.json"))
                .doesNotContain("tok3n", "h3ader");
        assertThat(text("collected"))
                .contains("Name: plateau.operations", "Name: plateau.operation.response")
                .contains("service.name: Str(plateau)", "outcome: Str(ok)")
                .doesNotContain("tok3n");

        addFile(run.path());
    }

    /** The port that a collector listens on. */
    private int startedCollector() throws IOException, InterruptedException {
        int port = Forked.freePort();
        Files.writeString(folder.resolve("collector.yaml"), """
                receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:%d" } } } }
                exporters: { debug: { verbosity: detailed } }
                service:
                  telemetry: { metrics: { level: none } }
                  pipelines: { metrics: { receivers: [otlp], exporters: [debug] } }
                """.formatted(port));
        start(
                "collected",
                COLLECTOR.toString(),
                "--config",
                folder.resolve("collector.yaml").toString());
        Await.until(
                LIMIT,
                () -> "the collector did not start: " + text("collected"),
                () -> text("collected").contains("Everything is ready"));
        return port;
    }

    private void addFile(Path run) throws IOException, InterruptedException {
        Path other = Files.writeString(folder.resolve("other"), "nothing of the kind\n");
        String load = folder.resolve("load.csv").toString();
        CommandBatch commands = new CommandBatch(folder, Map.of());
        commands.add("telemetry", "import", run.toString(), load, "--host", "db1", "--clock-bound", "50ms");
        commands.add("judge", run.toString(), "--write");
        commands.add("telemetry", "import", run.toString(), other.toString(), "--host", "db1");
        List<CommandBatch.Result> done = commands.run();
        CommandBatch.Result added = done.get(0);
        assertThat(added.exitCode()).as(added.everything()).isZero();
        assertThat(added.everything()).contains("instants are wrong by 1.05 s at most");
        CommandBatch.Result judged = done.get(1);
        assertThat(judged.exitCode()).as(judged.everything()).isIn(0, 1, 2);
        JsonNode again = new RunFolder(run).json("judgements/001.json");
        assertThat(series(source(again, "imported/db1"), "load").path("count").asInt())
                .isBetween(4, 9);

        CommandBatch.Result refused = done.get(2);
        assertThat(refused.exitCode()).as(refused.everything()).isEqualTo(4);
        assertThat(refused.everything()).contains("other:1: this is neither output of sadf -d nor CSV");
    }

    private String text(String name) {
        try {
            return Files.readString(folder.resolve(name), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static JsonNode source(JsonNode result, String name) {
        return find(result.path("sources"), "source", name);
    }

    private static JsonNode series(JsonNode source, String name) {
        return find(source.path("stretches").path(0).path("series"), "name", name);
    }

    private static JsonNode find(JsonNode list, String key, String value) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(entry -> entry.path(key).asString("").equals(value))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + value + " in " + list));
    }
}
