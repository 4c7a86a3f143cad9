// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.cli.display.ShellWord;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.StudyFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

final class PlanFile {
    @Parameters(index = "0", paramLabel = "FILE", description = "Run file (YAML).")
    private Path file = Path.of("");

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Replaces a value of the run file, such as phases.steady=5m; may be repeated.")
    private List<String> settings = new ArrayList<>();

    Path file() {
        return file;
    }

    static RunApplication applicationWithoutRuns(Installation installation) {
        return RunApplication.of(installation, Path.of("runs"));
    }

    String text() throws WrongConfiguration {
        return RunFileReader.text(file);
    }

    List<String> settings() {
        return List.copyOf(settings);
    }

    void addSettings(List<String> further) {
        settings.addAll(further);
    }

    PlannedRun plan(RunApplication application) throws WrongConfiguration, IOException, UsageError {
        if (StudyFileReader.isStudy(file)) {
            throw new UsageError(file + " is a study, not a run file. Use: ./plateau study " + ShellWord.of(file));
        }
        return application.plan(file, settings);
    }
}
