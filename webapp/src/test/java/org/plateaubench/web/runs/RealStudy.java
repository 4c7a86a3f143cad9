// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.study.EndedRun;
import org.plateaubench.app.study.SequenceRun;
import org.plateaubench.app.study.Step;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.plugin.proving.ProvingPlugin;

/** A study of real runs without a SUT, in the folders of a console. */
public final class RealStudy {
    private static final SequenceRun.Observer SILENT = new SequenceRun.Observer() {
        @Override
        public RunObserver begins(int number, int most, Step step, PlannedRun run) {
            return RunObserver.NONE;
        }

        @Override
        public void ended(int number, EndedRun run) {}

        @Override
        public void note(String sentence) {}
    };

    private final SequenceRun run;

    private RealStudy(SequenceRun run) {
        this.run = run;
    }

    /** Starts a study of two cells in a folder that contains {@code runs}; creates {@code studies} in it. */
    public static RealStudy begin(Path folder, int trials) throws IOException, WrongConfiguration {
        Path studyFolder = Files.createDirectories(folder.resolve("study"));
        Files.writeString(studyFolder.resolve("run.yaml"), """
                run: { name: spun }
                phases: { rampUp: 200ms, steady: 1s, rampDown: 0s }
                workloads:
                  spin: { plugin: proving/null, load: { users: 1, think: { fixed: 5ms } }, qos: { spin: ["p95 < 5s"] } }
                """);
        Path file = Files.writeString(studyFolder.resolve("study.yaml"), """
                study: { name: spinning, description: Operations by users }
                run: run.yaml
                factors: { users: [1, 2] }
                trials: { count: %d, repeats: 9 }
                """.formatted(trials));
        Path runs = folder.resolve("runs");
        RunApplication application = new RunApplication(
                Installation.of(PluginCatalog.of(new ProvingPlugin())), runs, SystemClock.instance(), name -> null);
        return new RealStudy(SequenceRun.begin(
                application,
                new StudyPlanner(application).study(RunSource.of(file), List.of(), ""),
                folder.resolve("studies"),
                SILENT));
    }

    /** The id of the study. */
    public String id() {
        return run.folder().id();
    }

    /** Interrupts the study; called by another thread. */
    public void interrupt() {
        run.interrupt("the test");
    }

    /** Carries out the study. */
    public RealStudy carryOut() throws IOException, InterruptedException, WrongConfiguration {
        run.carryOut();
        return this;
    }
}
