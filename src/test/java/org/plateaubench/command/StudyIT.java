// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The studies of the configs at their smallest scale: all are carried out, one is killed on the way and continued, and in one
 * the SUT is killed. What their full sizes need, such as containers and virtual machines, is not here: those are validated
 * by the tests of configurations.
 */
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN)
final class StudyIT {
    private static final Path FILE = LaunchedPlateau.home().resolve("configs/studies/redis-single.yaml");

    @TempDir
    private Path folder = Path.of("");

    private List<String> arguments(String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--studies-dir", folder.resolve("studies").toString()));
        return arguments;
    }

    private Path study() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("studies"))) {
            return all.findFirst().orElseThrow();
        }
    }

    /** None while its folder is being made. */
    private long count(String event) {
        try {
            return Files.readAllLines(study().resolve("ledger.ndjson")).stream()
                    .filter(line -> line.contains("\"event\":\"" + event + "\""))
                    .count();
        } catch (IOException | NoSuchElementException e) {
            return 0;
        }
    }

    @Test
    void aKilledStudyContinuesAtTheFirstRunThatDidNotEnd() throws IOException, InterruptedException {
        Path runs = Quickstart.runs(folder);
        List<String> before;
        try (LaunchedPlateau launched = LaunchedPlateau.start(
                folder,
                Map.of(),
                arguments("study", FILE.toString(), "--scale", "smallest", "--runs-dir", runs.toString()))) {
            Await.until(
                    Duration.ofSeconds(90),
                    () -> "no second run" + launched.everything(),
                    () -> Files.isDirectory(folder.resolve("studies")) && count("started") >= 2);
            // Its runs are shorter than another command takes on a busy host.
            launched.signal("STOP");
            LaunchedPlateau other =
                    LaunchedPlateau.run(folder, "run", Quickstart.FILE.toString(), "--runs-dir", runs.toString());
            assertThat(other.exitCode()).as("the rig is the study's").isEqualTo(3);
            launched.signal("KILL");
            launched.awaitExit(Duration.ofMinutes(1));
            before = Files.readAllLines(study().resolve("ledger.ndjson"));
        }
        assertThat(count("ended")).isEqualTo(1);

        try (LaunchedPlateau resumed = LaunchedPlateau.start(folder, Map.of(), arguments("resume", "last", "--json"))) {
            int code = resumed.awaitExit(Duration.ofMinutes(2));
            // On a busy machine runs may be invalid, and are made again.
            assertThat(code).as(resumed.everything()).isIn(0, 1, 2);
            assertThat(Files.readAllLines(study().resolve("ledger.ndjson"))).startsWith(before.toArray(String[]::new));
            JsonNode result = JsonMapper.shared().readTree(resumed.output());
            assertThat(result.path("schema").asString()).isEqualTo("plateau.study/1");
            assertThat(result.path("cells").size()).isEqualTo(2);
            for (JsonNode cell : result.path("cells")) {
                assertThat(cell.path("trials").size()).isBetween(2, 4);
                for (JsonNode trial : cell.path("trials")) {
                    assertThat(runs.resolve(trial.path("runId").asString())).isDirectory();
                }
            }
        }
        assertThat(study().resolve("report.html")).content().contains("<svg", "everysec");
        assertThat(study().resolve("figures.csv")).content().startsWith("cell,scenario,workload");
    }

    @Test
    void everyOtherStudyIsCarriedOut() throws IOException, InterruptedException {
        List<Path> files;
        try (Stream<Path> all = Files.list(FILE.getParent())) {
            files = all.filter(file -> !file.equals(FILE)).sorted().toList();
        }
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        for (Path file : files) {
            commands.add(
                    "study",
                    file.toString(),
                    "--scale",
                    "smallest",
                    "--quiet",
                    "--json",
                    "--runs-dir",
                    Quickstart.runs(folder).toString(),
                    "--studies-dir",
                    folder.resolve(file.getFileName()).toString());
        }
        List<CommandsInOne.Done> done = commands.run(Duration.ofMinutes(8));
        for (int i = 0; i < files.size(); i++) {
            CommandsInOne.Done ended = done.get(i);
            String printed = files.get(i) + "\n" + ended.everything();
            // On a busy machine runs may be invalid, or miss a limit.
            assertThat(ended.exitCode()).as(printed).isIn(0, 1, 2);
            JsonNode result = JsonMapper.shared().readTree(ended.output());
            assertThat(result.path("cells").size()).as(printed).isGreaterThanOrEqualTo(2);
            for (JsonNode cell : result.path("cells")) {
                assertThat(cell.path("trials").path(0).path("runId").asString())
                        .as(printed)
                        .isNotEmpty();
            }
            Path study = only(folder.resolve(files.get(i).getFileName()));
            assertThat(study.resolve("report.html")).exists();
            if (result.path("kind").asString().equals("interference")) {
                checkKnownInterference(result, study, printed);
            }
        }
    }

    /** The server answers half as late again beside the other workload, by construction. */
    private static void checkKnownInterference(JsonNode result, Path study, String printed) {
        List<JsonNode> medians = new ArrayList<>();
        result.path("interference").forEach(each -> {
            if (each.path("figure").asString().equals("p50")
                    && each.path("line").asString().equals("ask")) {
                medians.add(each);
            }
        });
        assertThat(medians)
                .as(printed)
                .extracting(each -> each.path("victim").asString() + " by "
                        + each.path("aggressor").asString())
                .containsExactly("left by right", "right by left");
        assertThat(medians)
                .as(printed)
                .allSatisfy(each -> assertThat(each.path("slowDown").asDouble()).isBetween(1.3, 1.7));
        assertThat(study.resolve("report.html")).content().contains("<h2>Interference</h2>", "left beside right: 1.");
        assertThat(study.resolve("interference.csv")).content().contains("left,ask,right,p50,");
    }

    @Test
    void aSutThatIsKilledFailsItsCellAndTheStudyGoesOnUnlessTold() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("dying.yaml"), """
                study: { name: dying }
                run: %s
                set: { phases.rampUp: 500ms, phases.steady: 4s, phases.rampDown: 0s, workloads.cache.parameters.keySpace: 1000 }
                factors: { workloads.cache.load.rate: [50/s, 60/s] }
                order: given
                trials: 2
                scales: { stopping: { onFailure: stop } }
                """.formatted(
                        LaunchedPlateau.home().resolve("configs/runs/redis.yaml")));
        JsonNode goneOn = withKilledSut(file, "");
        assertThat(goneOn.path("cells").path(1).path("trials").size())
                .as(goneOn.toPrettyString())
                .isGreaterThanOrEqualTo(2);
        JsonNode stopped = withKilledSut(file, "stopping");
        assertThat(stopped.path("cells").path(1).path("trials").size())
                .as(stopped.toPrettyString())
                .isZero();
        assertThat(stopped.path("message").asString()).startsWith("The study stops since");
    }

    /** Carries out a study whose server is killed as soon as it has answered for the first time. */
    private JsonNode withKilledSut(Path file, String scale) throws IOException, InterruptedException {
        Path runs = Files.createDirectories(folder.resolve("runs-" + scale));
        Path studies = folder.resolve("studies-" + scale);
        List<String> arguments = new ArrayList<>(List.of(
                "study",
                file.toString(),
                "--json",
                "--runs-dir",
                runs.toString(),
                "--studies-dir",
                studies.toString()));
        if (!scale.isEmpty()) {
            arguments.addAll(List.of("--scale", scale));
        }
        try (LaunchedPlateau launched = LaunchedPlateau.start(folder, Map.of(), arguments)) {
            Await.until(
                    Duration.ofSeconds(90),
                    () -> "no load" + launched.everything(),
                    () -> launched.everything().contains("ramp-up: users start"));
            String process = Files.readString(only(runs).resolve("suts/cache/servers/1/redis.pid"))
                    .trim();
            assertThat(new ProcessBuilder("kill", "-KILL", process).start().waitFor())
                    .isZero();
            assertThat(launched.awaitExit(Duration.ofMinutes(2)))
                    .as(launched.everything())
                    .isEqualTo(3);
            JsonNode result = JsonMapper.shared().readTree(launched.output());
            JsonNode dead = result.path("cells").path(0);
            assertThat(dead.path("outcome").asString()).isEqualTo("not carried out");
            assertThat(dead.path("trials").size()).as(result.toPrettyString()).isEqualTo(1);
            assertThat(dead.path("trials").path(0).path("reasons").path(0).asString())
                    .contains("sut/cache: The SUT has failed", "signal 9");
            assertThat(dead.path("figures").size())
                    .as("figures of a dead server")
                    .isZero();
            return result;
        }
    }

    private static Path only(Path parent) throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }
}
