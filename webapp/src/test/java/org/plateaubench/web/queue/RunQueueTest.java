// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.ProcessLock.RigLock;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyResult;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.Await;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.runs.StoredRuns;

/** The queue with real processes of runs, and the environment that they receive. */
final class RunQueueTest {
    private static final String STUDY_CONCLUSION = "(?s)(Passed|Passed with doubts|Failed|Invalid): .+";

    /** The environment that the process of a run needs. */
    private static final Set<String> NEEDED = Set.of(
            "HOME",
            "JAVA_HOME",
            "LANG",
            "LC_ALL",
            "LC_CTYPE",
            "PATH",
            "PLATEAU_NO_BUILD",
            "PLATEAU_BINARIES",
            "PLATEAU_PLUGINS",
            "TMPDIR",
            "TZ",
            "XDG_CACHE_HOME");

    /** The variables that a shell sets itself. */
    private static final Set<String> OF_THE_SHELL = Set.of("PWD", "OLDPWD", "SHLVL", "_");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void queuedRunsAreSequentialAndWaitForFreeRig() throws Exception {
        try (QueueFixture fixture = new QueueFixture(folder)) {
            RunQueue queue = fixture.queue;
            Process shell = shellRun(fixture);
            QueueFixture.awaitSteady(fixture.runs(), "shell");
            RunFolder shellRun = QueueFixture.run(fixture.runs(), "shell").orElseThrow();
            QueueItem first = fixture.submit("one", "300ms");
            Await.until(
                    "the reason",
                    () -> String.valueOf(queue.item(first.id()).progress().message()),
                    reason -> reason.contains(shellRun.runId()));
            QueueItem second = fixture.submit("two", "60s");
            QueueItem third = fixture.submit("three", "300ms");
            QueueItem later =
                    queue.schedule(fixture.submit("later", "300ms").id(), Instant.parse("2100-01-01T00:00:00Z"));
            queue.move(later.id(), 1);
            queue.move(second.id(), 2);
            assertThat(queue.shown().items())
                    .extracting(QueueItem::name)
                    .containsExactly("later", "two", "one", "three");
            queue.cancel(third.id(), "ada");
            assertThat(fixture.runNames()).containsExactly("shell");
            queue.end(shellRun.runId(), true, "ada");
            assertThat(shell.waitFor(180, TimeUnit.SECONDS)).isTrue();
            assertThat(shell.exitValue())
                    .as(Files.readString(folder.resolve("shell.txt")))
                    .isEqualTo(130);
            assertThat(QueueFixture.stopRequests(shellRun)).containsExactly("ramp-down", "stop");
            assertThatThrownBy(() -> queue.end(shellRun.runId(), false, "ada"))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.status()).isEqualTo(409));

            String runId =
                    fixture.await(second.id(), ItemState.RUNNING).progress().runId();
            assertThat(RigLock.user(fixture.runs()))
                    .hasValueSatisfying(who -> assertThat(who).contains(String.valueOf(runId)));
            RunFolder run = RunFolder.of(fixture.runs().resolve(String.valueOf(runId)));
            QueueFixture.awaitSteady(fixture.runs(), "two");
            queue.cancel(second.id(), "ada");
            QueueItem cancelled = fixture.await(second.id(), ItemState.CANCELLED);
            assertThat(cancelled.progress().exitCode()).isEqualTo(130);
            assertThat(run.state()).isEqualTo(RunFolder.State.INTERRUPTED);

            QueueItem done = fixture.await(first.id(), ItemState.DONE);
            assertThat(done.progress().exitCode()).isBetween(0, 2);
            assertThat(fixture.itemFolder(first.id()).output()).content().contains("Report ");
            assertThat(fixture.runNames()).containsExactlyInAnyOrder("shell", "two", "one");
            assertThat(queue.shown().ended()).extracting(QueueItem::name).containsExactly("one", "two", "three");
        }
    }

    private Process shellRun(QueueFixture fixture) throws IOException {
        Path file = Files.writeString(folder.resolve("shell.yaml"), StoredRuns.runFile("shell", "60s"));
        List<String> command = new ArrayList<>(QueueFixture.launcher(folder));
        command.addAll(
                List.of("run", file.toString(), "--runs-dir", fixture.runs().toString(), "--quiet"));
        command.addAll(List.of("--set", "phases.rampDown=60s"));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("shell.txt").toFile())
                .start();
    }

    /** The process carries out what was submitted, even if the files change, and ends its run when it is cancelled. */
    @Test
    void studyIsExecutedAndCancelled() throws Exception {
        try (QueueFixture fixture = new QueueFixture(folder)) {
            RunQueue queue = fixture.queue;
            Path runFile = fixture.files().resolve("runs/each.yaml");
            Path studyFile = fixture.files().resolve("studies/waits.yaml");
            Files.createDirectories(runFile.resolveSibling("."));
            Files.createDirectories(studyFile.resolveSibling("."));
            Files.writeString(runFile, StoredRuns.runFile("each", "300ms"));
            Files.writeString(studyFile, """
                    study: { name: waits }
                    run: ../runs/each.yaml
                    factors: { workloads.null.load.think.fixed: [10ms, 20ms] }
                    scales: { long: { set: { phases.steady: 60s, run.name: longer } } }
                    """);
            queue.pause(true);
            String id = fixture.submitStudy("studies/waits.yaml", "").id();
            String cancelled = fixture.submitStudy("studies/waits.yaml", "long").id();
            Files.writeString(studyFile, "study: { name: other }\nrun: ../../../etc/passwd\n");
            Files.delete(runFile);
            queue.pause(false);

            QueueItem done = fixture.await(id, ItemState.DONE);
            assertThat(done.progress().exitCode()).isBetween(0, 2);
            Path study =
                    fixture.studies().resolve(String.valueOf(done.progress().runId()));
            assertThat(study.resolve("result.json")).content().contains("\"name\" : \"waits\"");
            assertThat(done.progress().message()).matches(STUDY_CONCLUSION);
            assertThat(QueueFixture.run(fixture.runs(), "each")).isPresent();
            QueueRoutes.ItemView view = QueueRoutes.ItemView.of(done, queue.shown());
            assertThat(view.runId()).isNull();
            assertThat(view.conclusion()).as(done.progress().message()).isNotNull();
            assertThat(view.studyId()).isEqualTo(study.getFileName().toString());

            String second = String.valueOf(
                    fixture.await(cancelled, ItemState.RUNNING).progress().runId());
            QueueFixture.awaitSteady(fixture.runs(), "longer");
            queue.cancel(cancelled, "ada");
            QueueItem ended = fixture.await(cancelled, ItemState.CANCELLED);
            assertThat(ended.progress().exitCode()).isEqualTo(130);
            assertThat(fixture.studies().resolve(second).resolve("result.json"))
                    .content()
                    .contains("\"outcome\" : \"interrupted\"");
            assertThat(queue.shown().items()).isEmpty();
        }
    }

    /** Trials and a search are one item and one process, as a study is. */
    @Tag("slow")
    @Test
    void trialsAndSearchAreExecuted() throws Exception {
        try (QueueFixture fixture = new QueueFixture(folder)) {
            RunQueue queue = fixture.queue;
            queue.pause(true);
            String trials = submitStudyOf(fixture, "again", "300ms", "trials: 2\n");
            String search = submitStudyOf(
                    fixture, "least", "300ms", "search: { maximise: users, from: 1, to: 3, resolution: 1 }\n");
            queue.pause(false);

            QueueItem done = fixture.await(trials, ItemState.DONE);
            assertThat(done.progress().message()).matches(STUDY_CONCLUSION);
            StudyResult result = new StudyFolder(fixture.studies()
                            .resolve(String.valueOf(done.progress().runId())))
                    .result();
            assertThat(result.kind()).isEqualTo("trials");
            assertThat(result.runIds()).hasSizeGreaterThanOrEqualTo(2);
            assertThat(fixture.startedRuns).containsExactlyElementsOf(result.runIds());
            QueueRoutes.ItemView view = QueueRoutes.ItemView.of(done, queue.shown());
            assertThat(view.study()).isTrue();
            assertThat(view.runId()).isNull();
            assertThat(view.studyId()).isEqualTo(done.progress().runId());

            QueueItem found = fixture.await(search, ItemState.DONE);
            assertThat(found.progress().message()).matches(STUDY_CONCLUSION);
        }
    }

    private static String submitStudyOf(QueueFixture fixture, String name, String steady, String keys)
            throws IOException {
        String text = StoredRuns.runFile(name, steady) + keys;
        return fixture.submit(text, "", List.of(), List.of("night")).id();
    }

    @Tag("slow")
    @Test
    void restartedConsoleFollowsRunsAndMarksCrashedOnes() throws Exception {
        Path runs = folder.resolve("runs");
        String followed;
        String killed;
        String stopped;
        String last;
        try (QueueFixture fixture = new QueueFixture(folder)) {
            followed = fixture.submit("followed", "4s").id();
            killed = fixture.submit("killed", "60s").id();
            stopped = fixture.submit("stopped", "60s").id();
            last = fixture.submit("last", "300ms").id();
            QueueFixture.awaitSteady(runs, "followed");
        }
        try (QueueFixture fixture = new QueueFixture(folder)) {
            assertThat(fixture.await(followed, ItemState.DONE).progress().exitCode())
                    .isBetween(0, 2);
            QueueFixture.awaitSteady(runs, "killed");
        }
        QueueFixture.run(runs, "killed").orElseThrow().owner().orElseThrow().destroyForcibly();
        try (QueueFixture fixture = new QueueFixture(folder)) {
            QueueFixture.awaitSteady(runs, "stopped");
            fixture.queue.cancel(stopped, "ada");
        }
        try (QueueFixture fixture = new QueueFixture(folder)) {
            fixture.await(stopped, ItemState.CANCELLED);
            fixture.await(last, ItemState.DONE);
            QueueItem dead = fixture.queue.item(killed);
            assertThat(dead.state()).isEqualTo(ItemState.FAILED);
            assertThat(dead.progress().exitCode()).isNull();
            assertThat(dead.progress().message()).contains("killed");
            assertThat(fixture.runNames()).containsExactly("followed", "killed", "stopped", "last");
            RunFolder crashed = QueueFixture.run(runs, "killed").orElseThrow();
            assertThat(crashed.runId()).isEqualTo(dead.progress().runId());
            assertThat(crashed.state()).isEqualTo(RunFolder.State.CRASHED);
        }
    }

    @Test
    @Tag("slow")
    void itemIsQueuedAgainIfTheConsoleDiesWhileItsProcessStarts() throws Exception {
        String itemId;
        Process late;
        try (QueueFixture fixture = new QueueFixture(folder)) {
            fixture.queue.pause(true);
            QueueItem item = fixture.submit("late", "300ms");
            itemId = item.id();
            fixture.queue.close();
            // The state after a console was killed right after it started the process.
            fixture.itemFolder(itemId).store(item.starting(item.requestedAt()));
            late = fixture.runLauncher().start(fixture.itemFolder(itemId), 1, item.wanted());
        }
        try (QueueFixture fixture = new QueueFixture(folder)) {
            fixture.await(itemId, ItemState.WAITING);
            assertThat(late.waitFor(180, TimeUnit.SECONDS)).isTrue();
            assertThat(late.exitValue()).isEqualTo(4);
            assertThat(fixture.runNames()).isEmpty();
        }
    }

    @Test
    void wrongRunFileIsRefusedWithLocatedProblems() throws IOException {
        try (QueueFixture fixture = new QueueFixture(folder)) {
            fixture.queue.pause(true);
            Problem wrong = refused(() -> fixture.submit("Not a name", "soon"));
            assertThat(wrong.status()).isEqualTo(422);
            assertThat(wrong.details()).extracting(Problem.Detail::path).contains("run.name");
            assertThat(wrong.details()).extracting(Problem.Detail::line).contains(1, 2);
            String text = StoredRuns.runFile("a", "1s");
            assertThat(refused(() -> fixture.submit(text, "", List.of(), List.of("night", "!")))
                            .details())
                    .extracting(Problem.Detail::path)
                    .containsExactly("tags");
            for (Map.Entry<String, String> several : Map.of(
                            "search", "search: { maximise: rate, from: 1, to: 4 }\n",
                            "workloads.null.load.users", "search: { maximise: users, from: 1, to: 99999999 }\n",
                            "trials.count", "trials: { count: 0 }\n",
                            "rig", "rig: { agents: [{ name: load1 }] }\n")
                    .entrySet()) {
                String many = text + several.getValue();
                assertThat(refused(() -> fixture.submit(many, "", List.of(), List.of()))
                                .details())
                        .as(several.getValue())
                        .extracting(Problem.Detail::path)
                        .containsExactly(several.getKey());
            }
            assertThat(fixture.queue.shown().items()).isEmpty();
        }
    }

    private static Problem refused(ThrowingCallable submission) {
        return catchThrowableOfType(Problem.class, submission);
    }

    private Set<String> environment(List<String> secrets) throws Exception {
        Path allowed = Files.writeString(folder.resolve("allow.yaml"), "secrets: " + secrets);
        ItemFolder item = new ItemFolder(folder, "item");
        item.store(Map.of(ItemFolder.RUN_FILE, ""));
        Path seen = folder.resolve("seen");
        RunLauncher launcher = new RunLauncher(TestConsole.options(
                folder,
                List.of("/bin/sh", "-c", "env > " + seen),
                Optional.empty(),
                TestConsole.LOCAL,
                Optional.empty(),
                Optional.of(allowed)));
        Process process = launcher.start(item, 1, QueueItemTest.item("a", 1).wanted());
        assertThat(process.waitFor()).isZero();
        Set<String> names = Files.readAllLines(seen).stream()
                .filter(line -> line.matches("[A-Za-z_][A-Za-z0-9_]*=.*"))
                .map(line -> line.substring(0, line.indexOf('=')))
                .collect(Collectors.toCollection(TreeSet::new));
        names.removeAll(OF_THE_SHELL);
        return names;
    }

    @Test
    void processGetsOnlyNeededAndAllowedVariables() throws Exception {
        Set<String> all = new TreeSet<>(System.getenv().keySet());
        all.removeAll(NEEDED);
        all.removeAll(OF_THE_SHELL);
        all.removeIf(name -> name.startsWith("PLATEAU_"));
        assertThat(all).as("variables that must not reach the process").isNotEmpty();
        assertThat(environment(List.of())).isSubsetOf(NEEDED).contains("PATH");
        String listed = all.iterator().next();
        Set<String> with = environment(List.of("env:" + listed));
        assertThat(with).contains(listed);
        with.remove(listed);
        assertThat(with).isSubsetOf(NEEDED);
    }

    @Test
    void brokerCredentialsArePassedIfPresent() throws Exception {
        assertThat(environment(List.of())).doesNotContain("PLATEAU_CREDENTIALS");
        Files.writeString(Files.createDirectories(folder.resolve("data")).resolve("rig.credentials"), "{}");
        assertThat(environment(List.of())).contains("PLATEAU_CREDENTIALS");
    }
}
