// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.Interruption;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.OwnerFile;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.process.FileTree;

/** Run folders: copies of one real run of two seconds, which is carried out when first needed, and other runs. */
public final class StoredRuns {
    private static final String RUN_FILE = """
            run: { name: spinning, seed: 7 }
            phases: { rampUp: 300ms, steady: 1500ms, rampDown: 200ms, drain: 500ms }
            workloads:
              spin:
                plugin: proving/null
                load: { users: 2, think: { fixed: 5ms } }
                timeout: 1s
            """;

    private static Optional<Path> real = Optional.empty();

    private StoredRuns() {}

    /** A run file of the proving plugin. */
    public static String runFile(String name, String steady) {
        return """
                run: { name: %s, seed: 1 }
                phases: { rampUp: 0s, steady: %s, rampDown: 0s, drain: 200ms }
                workloads:
                  null: { plugin: proving/null, load: { users: 1, think: { fixed: 10ms } } }
                """.formatted(name, steady);
    }

    private static synchronized Path realRun() throws Exception {
        if (real.isEmpty()) {
            Path folder = Files.createTempDirectory("plateau-test-run");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            real = Optional.of(carryOut(folder.resolve("runs"), RUN_FILE));
        }
        return real.get();
    }

    /** Carries out a run of the proving plugin, and returns its folder. */
    public static Path carryOut(Path runs, String runFile) throws Exception {
        try (Installation installation = Installation.of(PluginCatalog.of(new ProvingPlugin()))) {
            RunApplication application = RunApplication.of(installation, runs);
            RunOrigin origin = new RunOrigin(runs, null, Optional.empty());
            return application
                    .run(
                            application.plan(RunSource.of("run.yaml", runFile, origin), List.of()),
                            RunObserver.NONE,
                            new Interruption(),
                            folder -> {})
                    .folder()
                    .path();
        }
    }

    private static void remove(Path folder) {
        try {
            FileTree.remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The verdict of the run; on a busy host it may be any. */
    public static String verdict() throws Exception {
        return String.valueOf(Documents.parse(Files.readString(StoredFile.RESULT.in(realRun())))
                .get("verdict"));
    }

    /** A run that ended, under an id. */
    public static Path finished(Path runs, String id) throws Exception {
        return place(runs, id, copied -> {});
    }

    /** A change to a run folder. */
    interface Change {
        void apply(Path folder) throws IOException;
    }

    /** Moves the copy atomically, since a console that watches the folder must not find an incomplete run. */
    private static Path place(Path runs, String id, Change change) throws Exception {
        Files.createDirectories(runs);
        Path temporary = Files.createTempDirectory(runs.toAbsolutePath().getParent(), "temporary");
        Path copy = temporary.resolve(id);
        copy(realRun(), copy);
        change.apply(copy);
        Path folder = Files.move(copy, runs.resolve(id), StandardCopyOption.ATOMIC_MOVE);
        Files.delete(temporary);
        return folder;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    /** A run whose process was killed: it has neither an end nor a result. */
    public static Path killed(Path runs, String id) throws Exception {
        return place(runs, id, StoredRuns::removeEnd);
    }

    private static void removeEnd(Path folder) throws IOException {
        for (StoredFile file :
                List.of(StoredFile.RESULT, StoredFile.REPORT, StoredFile.REPORT_XML, StoredFile.MANIFEST)) {
            Files.delete(file.in(folder));
        }
        Path events = StoredFile.EVENTS.in(folder);
        Files.write(
                events,
                Files.readAllLines(events).stream()
                        .filter(line -> !line.contains("run-ended"))
                        .toList());
    }

    /** A run that counts as running as long as this JVM, or another process, is alive. */
    public static Path running(Path runs, String id, ProcessHandle owner) throws Exception {
        return place(runs, id, folder -> {
            removeEnd(folder);
            OwnerFile.write(StoredFile.OWNER.in(folder), owner);
        });
    }

    /** An id of a run that began at a minute of a day. */
    public static String id(int minute, String name) {
        return String.format(Locale.ROOT, "20261121T10%02d00Z-%s-%06x", minute, name, minute);
    }
}
