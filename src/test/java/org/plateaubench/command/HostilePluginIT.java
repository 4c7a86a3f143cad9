// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A plugin that does not return, ends the process, or writes where it must not: it is contained and named, and the run
 * ends on time. What it throws is in {@code RunFaultTest}, what its drivers do in the tests of the testkit.
 */
@Tag("slow")
@Order(3)
@Execution(ExecutionMode.CONCURRENT)
final class HostilePluginIT {
    private static final Path SOURCES = LaunchedPlateau.home().resolve("src/test/plugins/hostile");

    /** Misdeeds with which every operation still succeeds. */
    private static final List<String> WITHOUT_FAILED_OPERATIONS = List.of(
            "nothing",
            "print",
            "read",
            "leak",
            "hook",
            "close-block",
            "session-block",
            "session-error",
            "progress",
            "reconcile-block",
            "section-block",
            "section-ragged",
            "section-html");

    private static final List<String> LOSING_THE_USER = List.of("driver-block", "connect-block", "block");
    private static final List<String> SUT_MISDEEDS =
            List.of("stop-block", "configuration-null", "telemetry-nan", "telemetry-block");

    @TempDir
    private static Path folder = Path.of("");

    @BeforeAll
    static void build() throws IOException {
        CompiledJar.install(folder, "hostile", SOURCES, "com.example.hostile.HostilePlugin");
    }

    /** A run file with a workload of one user for each misdeed. */
    private static final class RunFileText {
        private final StringBuilder suts = new StringBuilder();
        private final StringBuilder workloads = new StringBuilder("workloads:\n");

        RunFileText sut(String misdeed) {
            suts.append(suts.isEmpty() ? "suts:\n" : "")
                    .append("  s-%s: { service: hostiledb, mode: embedded, misdeed: '%s' }%n"
                            .formatted(misdeed, misdeed));
            return this;
        }

        RunFileText workloads(List<String> misdeeds, String execution) {
            for (String misdeed : misdeeds) {
                // Operations that must succeed have a long timeout, for busy machines.
                boolean harmless = WITHOUT_FAILED_OPERATIONS.contains(misdeed) || misdeed.equals("async-after-end");
                workloads.append(
                        "  w-%s: { plugin: hostile, execution: %s, load: { users: 1 }, timeout: %s, parameters: { misdeed: '%s' } }%n"
                                .formatted(misdeed, execution, harmless ? "2s" : "300ms", misdeed));
            }
            return this;
        }

        LaunchedPlateau run(String name, String... options) throws IOException, InterruptedException {
            Path file = Files.writeString(
                    folder.resolve(name + ".yaml"),
                    "run: { name: " + name + ", seed: 1 }\n"
                            + "phases: { rampUp: 200ms, steady: 3s, rampDown: 100ms, drain: 400ms }\n" + suts
                            + workloads);
            Map<String, String> environment = new HashMap<>(CompiledJar.environment(folder));
            environment.put(
                    "PLATEAU_JAVA_OPTIONS",
                    LaunchedPlateau.SHORT_LIVED + " -Dplateau.pluginDeadline=1s -Dplateau.exitSeconds=1");
            List<String> arguments = new ArrayList<>(List.of(
                    "run",
                    file.toString(),
                    "--json",
                    "--runs-dir",
                    folder.resolve("runs-" + name).toString()));
            arguments.addAll(List.of(options));
            LaunchedPlateau launched = LaunchedPlateau.start(folder, environment, arguments);
            launched.awaitExit(Duration.ofMinutes(2));
            return launched;
        }
    }

    @Test
    void pluginFaultsAreContainedAndNamed() throws IOException, InterruptedException {
        RunFileText file = new RunFileText();
        SUT_MISDEEDS.forEach(file::sut);
        LaunchedPlateau launched = file.workloads(List.of("html"), "platform")
                .workloads(WITHOUT_FAILED_OPERATIONS, "platform")
                .workloads(LOSING_THE_USER, "platform")
                .workloads(List.of("async-after-end"), "event-loop")
                .run("contained");

        // Exceptions of a plugin and lost users are not faults of the SUT.
        assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(2);
        RunFolder run = RunFolder.only(folder.resolve("runs-contained"));
        JsonNode result = run.json("result.json");
        assertThat(new ObjectMapper().readTree(launched.output())).isEqualTo(result);
        assertThat(result.path("status").asString()).isEqualTo("completed");
        assertOperations(result);
        assertNotes(result);
        assertPluginOutputIsNotOnScreen(launched, run);
        assertThat(run.hasEvent("run-ended", "completed")).isTrue();
    }

    private static void assertOperations(JsonNode result) {
        Map<String, JsonNode> figures = new HashMap<>();
        result.path("workloads")
                .forEach(workload -> figures.put(
                        workload.path("name").asString().substring(2),
                        workload.path("all").path("figures")));
        assertThat(count(figures, "html", "errors")).isPositive();
        assertThat(count(figures, "html", "ok")).isZero();
        List<String> withoutErrors = new ArrayList<>(WITHOUT_FAILED_OPERATIONS);
        withoutErrors.add("async-after-end");
        assertThat(withoutErrors).allSatisfy(misdeed -> {
            assertThat(count(figures, misdeed, "ok")).isPositive();
            assertThat(count(figures, misdeed, "errors")).isZero();
        });
        assertThat(LOSING_THE_USER)
                .allSatisfy(misdeed -> assertThat(count(figures, misdeed, "ok")).isZero());
    }

    private static long count(Map<String, JsonNode> figures, String misdeed, String outcome) {
        JsonNode counts = figures.get(misdeed);
        if (counts == null) {
            throw new AssertionError("no workload for " + misdeed);
        }
        return counts.path(outcome).asLong();
    }

    /** On a busy machine the run may end before the deadline of the close. */
    private static boolean isAboutUnfinishedClose(String note) {
        return isAbout("1/w-close-block ", note)
                && (note.contains("did not return from an aborted close") || note.contains("did not end with the run"));
    }

    /** A note that several scopes share is printed once and names the other scopes last. */
    private static boolean isAbout(String scope, String note) {
        int others = note.lastIndexOf("(The same of ");
        String named = others < 0 ? "" : note.substring(others).replaceAll("[,.)]", " ");
        return note.startsWith(scope) || named.contains(" " + scope);
    }

    /** Checks that each note names its scope, the fault and the plugin. */
    private static void assertNotes(JsonNode result) {
        List<String> notes = new ArrayList<>();
        result.path("notes")
                .forEach(note -> notes.add(note.path("scope").asString() + " "
                        + note.path("message").asString()));
        Map<String, String> expected = new HashMap<>();
        expected.put("1/w-block ", "did not return from an aborted execute");
        expected.put("1/w-driver-block ", "did not return from an aborted connect");
        expected.put("1/w-connect-block ", "did not return from an aborted connect");
        expected.put("1/w-session-error ", "session not closed");
        expected.put(
                "1/w-session-block ", "has not ended within 1s; it is in com.example.hostile.Misdeeds.blockForEver");
        expected.put("1/w-reconcile-block ", "has not ended within 1s");
        expected.put("sut/s-stop-block ", "has not ended within 1s");
        expected.put("sut/s-configuration-null ", "returned nothing");
        expected.put("sut/s-telemetry-nan ", "has no number for level");
        expected.put("sut/s-telemetry-block ", "did not return from a sample");
        expected.forEach((scope, words) -> assertThat(notes)
                .as(scope)
                .anyMatch(note -> isAbout(scope, note) && note.contains(words) && note.contains("lugin hostile")));
        assertThat(notes).as("close-block").anyMatch(HostilePluginIT::isAboutUnfinishedClose);
    }

    private static void assertPluginOutputIsNotOnScreen(LaunchedPlateau launched, RunFolder run) {
        String screen = launched.errors();
        assertThat(screen)
                .doesNotContain("HOSTILE OUT", "HOSTILE ERR", "HOSTILE TRACE", "HOSTILE UNCAUGHT", "\u001b", "\tat ");
        // Reports of progress are accepted during the work, and not afterwards.
        assertThat(screen).contains("\n✓ ");
        assertThat(screen.substring(screen.indexOf("\n✓ "))).doesNotContain("HOSTILE LATE");
        assertThat(run.text("plugin-output.log"))
                .contains("hostile out | HOSTILE OUT", "hostile err | HOSTILE ERR", "HOSTILE TRACE", "HOSTILE UNCAUGHT")
                .contains("at plugin-hostile//com.example.hostile.", "session not closed")
                .hasSizeLessThan(1_100_000);
        assertThat(run.text("report.html"))
                .doesNotContain("<script>alert")
                .contains("\"note\":\"The plugin could not render this section");
        assertThat(run.text("MANIFEST.sha256")).contains("plugin-output.log");
        // The length of names and texts is limited in every file.
        assertThat(run.text("environment.json")).hasSizeLessThan(100_000).doesNotContain("\u001b");
        assertThat(run.text("errors.ndjson")).hasSizeLessThan(100_000);
    }

    @Test
    void pluginFaultDuringPlanningIsRunFileProblem() throws IOException, InterruptedException {
        List<String> misdeeds = List.of("check-error", "define-error", "define-block", "define-undeclared");

        LaunchedPlateau launched =
                new RunFileText().workloads(misdeeds, "platform").run("planned");

        assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(4);
        List<String> problems = launched.errors()
                .lines()
                .filter(line -> line.contains("planned.yaml:"))
                .toList();
        assertThat(misdeeds)
                .allSatisfy(misdeed -> assertThat(problems)
                        .anyMatch(line ->
                                line.contains("workloads.w-" + misdeed + ".") && line.contains("lugin hostile")));
        assertThat(problems).hasSameSizeAs(misdeeds);
        assertThat(RunFolder.all(folder.resolve("runs-planned"))).isEmpty();
    }

    @Test
    void pluginExitDuringPlanningFails() throws IOException, InterruptedException {
        LaunchedPlateau launched =
                new RunFileText().workloads(List.of("define-exit"), "platform").run("exit-in-plan");

        assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(3);
        assertThat(launched.errors())
                .contains("plateau: Plugin hostile ended the process in"
                        + " com.example.hostile.HostilePlugin$HostileWorkload.define(HostilePlugin.java:");
    }

    @Test
    void pluginExitDuringCheckFails() throws IOException, InterruptedException {
        LaunchedPlateau launched = LaunchedPlateau.start(
                folder,
                CompiledJar.environment(folder),
                List.of("plugin", "check", folder.resolve("plugins/hostile").toString(), "--set", "misdeed=exit"));
        launched.awaitExit(Duration.ofMinutes(2));

        assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(3);
        assertThat(launched.errors()).contains("plateau: Plugin hostile ended the process in com.example.hostile.");
    }

    @Test
    void pluginExitDuringPreparationIsNamedInResult() throws IOException, InterruptedException {
        JsonNode result = resultOfEndedRun("prepare-exit", "platform");

        assertThat(result.path("status").asString()).isEqualTo("not-started");
        assertThat(result.path("reasons").path(0).path("message").asString())
                .contains("Plugin hostile ended the process in com.example.hostile.HostilePlugin$HostileData.prepare");
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual", "event-loop"})
    void exitUnderLoadKeepsMeasurementsAndNamesThePlugin(String execution) throws IOException, InterruptedException {
        JsonNode result = resultOfEndedRun("exit", execution);

        assertThat(result.path("status").asString()).isEqualTo("interrupted");
        assertThat(result.path("reasons").toString())
                .contains("Plugin hostile ended the process in com.example.hostile.Misdeeds.end(Misdeeds.java:");
        result.path("workloads")
                .forEach(workload -> assertThat(
                                workload.path("all").path("figures").path("ok").asLong())
                        .isPositive());
    }

    /** The result of a run whose process is ended by one of its workloads, with the code of a success. */
    private static JsonNode resultOfEndedRun(String misdeed, String execution)
            throws IOException, InterruptedException {
        String name = misdeed + "-" + execution;
        LaunchedPlateau launched = new RunFileText()
                .workloads(List.of("nothing", misdeed), execution)
                .run(name);
        assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(3);
        RunFolder run = RunFolder.only(folder.resolve("runs-" + name));
        JsonNode result = run.json("result.json");
        assertThat(new ObjectMapper().readTree(launched.output())).isEqualTo(result);
        assertThat(run.has("MANIFEST.sha256")).isTrue();
        return result;
    }

    @ParameterizedTest
    @CsvSource({
        "exit, Plugin hostile ended the process in com.example.hostile.Misdeeds.end(Misdeeds.java:",
        "halt, exit code 0"
    })
    void endOfAgentProcessIsNamed(String misdeed, String named) throws IOException, InterruptedException {
        LaunchedPlateau launched = new RunFileText()
                .workloads(List.of(misdeed), "virtual")
                .run("agent-" + misdeed, "--set", "rig.agents=1");

        assertThat(launched.exitCode()).as(launched.everything()).isNotIn(0, 1);
        RunFolder run = RunFolder.only(folder.resolve("runs-agent-" + misdeed));
        assertThat(run.json("result.json").toString()).contains(named);
    }
}
