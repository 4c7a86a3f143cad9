// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.plateaubench.api.Phase;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.engine.run.Interruption;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.SystemClock;

/** Runs a file with the fake plugin. */
final class AppFixture {
    final Path folder;
    final FakePlugin plugin = new FakePlugin();
    final Interruption interruption = new Interruption();
    final Watcher watcher = new Watcher();
    final Map<String, String> variables = new ConcurrentHashMap<>();
    final RunApplication application;

    AppFixture(Path folder) {
        this.folder = folder;
        application = new RunApplication(
                Installation.of(PluginCatalog.of(plugin)),
                folder.resolve("runs"),
                SystemClock.instance(),
                variables::get);
    }

    FinishedRun run(String... settings) throws Exception {
        return application.run(plan(settings), watcher, interruption, created -> {});
    }

    PlannedRun plan(String... settings) throws Exception {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, """
                run: { name: trial, seed: 7 }
                phases: { rampUp: 500ms, steady: 2s, rampDown: 200ms, drain: 1s }
                suts:
                  store: { service: fakestore, mode: embedded }
                workloads:
                  puts:
                    plugin: fake
                    sut: store
                    load: { users: 4 }
                    timeout: 1s
                """);
        return application.plan(RunSource.of(file), List.of(settings));
    }

    StoredRun read(FinishedRun run) throws Exception {
        return RunReader.read(run.folder().path());
    }

    /** Keeps all observations. */
    final class Watcher implements RunObserver {
        final List<Phase> phases = new CopyOnWriteArrayList<>();
        final List<LiveTable> tables = new CopyOnWriteArrayList<>();
        final List<String> progress = new CopyOnWriteArrayList<>();
        final List<EventType> events = new CopyOnWriteArrayList<>();

        @Override
        public void phase(Phase phase, long runNanos, long expectedEndNanos) {
            phases.add(phase);
        }

        @Override
        public void progress(String scope, String activity, long done, long total, String unit) {
            progress.add(scope + " " + activity + " " + done + "/" + total + " " + unit);
        }

        @Override
        public void interval(LiveTable table) {
            tables.add(table);
        }

        @Override
        public void event(EventDetails event, String scope, String message) {
            events.add(EventType.of(event));
        }
    }
}
