// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.Await;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.TestLauncher;
import org.plateaubench.web.http.FilePart;
import org.plateaubench.web.http.RunFolders;
import org.plateaubench.web.runs.StoredRuns;

/** A queue in the folders of a test. Its runs are real processes, started by the command line. */
final class QueueFixture implements AutoCloseable {
    private final Path folder;
    final RunQueue queue;
    private final Submissions submissions;
    /** The runs that the listener was notified of, in order. */
    final List<String> startedRuns = new CopyOnWriteArrayList<>();

    /** Opens the queue in a folder and resumes it if it existed before. */
    QueueFixture(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(files());
        Files.writeString(allowFile(), "secrets: []");
        Installation installation = Installation.of(PluginCatalog.of(new ProvingPlugin()));
        RunApplication application = RunApplication.of(installation, runs());
        submissions = new Submissions(application, options());
        queue = new RunQueue(
                options(),
                new RunFolders(Files.createDirectories(runs())),
                InstantSource.system(),
                new RunQueue.Listener() {
                    @Override
                    public void changed(int waiting) {}

                    @Override
                    public void runStarted(QueueItem item, String runId) {
                        startedRuns.add(runId);
                    }
                });
    }

    private ConsoleOptions options() throws IOException {
        return TestConsole.options(
                folder,
                launcher(folder),
                Optional.empty(),
                TestConsole.LOCAL,
                Optional.empty(),
                Optional.of(allowFile()));
    }

    QueueItem submit(String name, String steady) throws IOException {
        return submit(StoredRuns.runFile(name, steady), "", List.of(), List.of());
    }

    QueueItem submit(String text, String path, List<String> settings, List<String> tags) throws IOException {
        return queue.submit(submissions.plan(new Submissions.Submission(text, path, settings, null, tags, "")), "ada");
    }

    QueueItem submitStudy(String path, String scale) throws IOException {
        return queue.submit(submissions.plan(new Submissions.StudySubmission(path, scale, List.of(), null)), "ada");
    }

    Path runs() {
        return folder.resolve("runs");
    }

    Path studies() {
        return folder.resolve("studies");
    }

    Path files() {
        return folder.resolve("files");
    }

    /** The file in which the administrator lists what the console may use. */
    Path allowFile() {
        return folder.resolve("allow.yaml");
    }

    ItemFolder itemFolder(String id) {
        return new ItemFolder(folder.resolve("data/queue"), id);
    }

    RunLauncher runLauncher() throws IOException {
        return new RunLauncher(options());
    }

    QueueItem await(String id, ItemState state) throws Exception {
        return Await.until(state + " of " + id, () -> queue.item(id), item -> {
            ItemState now = item.state();
            if (now.isOver() && now != state) {
                throw new AssertionError(item + "\n" + output(id));
            }
            return now == state;
        });
    }

    private String output(String id) {
        try {
            return FilePart.read(itemFolder(id).output(), 0, 100_000).text();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** The command line with the proving plugin. */
    static List<String> launcher(Path folder) throws IOException {
        return TestLauncher.command(folder, List.of(ProvingPlugin.class));
    }

    /** The run with this name. */
    static Optional<RunFolder> run(Path runs, String name) throws IOException {
        return RunFolder.list(runs).stream()
                .filter(run -> run.runId().contains("-" + name + "-"))
                .findFirst();
    }

    /** The kinds of stop that were requested of a run, in order. */
    static List<String> stopRequests(RunFolder run) throws IOException {
        return run.events().stream()
                .filter(event -> event.details().containsKey("how"))
                .map(event -> String.valueOf(event.details().get("how")))
                .toList();
    }

    /** Waits until a run is in its steady phase. */
    static void awaitSteady(Path runs, String name) throws Exception {
        Await.until(name + " is steady", () -> {
            Optional<RunFolder> run = run(runs, name);
            return run.isPresent()
                    && run.get().events().stream()
                            .anyMatch(event -> "steady".equals(event.details().get("name")));
        });
    }

    List<String> runNames() throws IOException {
        return RunFolder.list(runs()).stream()
                .map(run -> run.runId().split("-", -1)[1])
                .toList();
    }

    @Override
    public void close() {
        queue.close();
    }
}
