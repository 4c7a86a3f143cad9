// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunSource;
import org.plateaubench.app.UsageError;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.engine.config.StudyFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

final class PlanFile {
    @Parameters(index = "0", description = "Run file, or study file (YAML).")
    private Path file = Path.of("");

    @Option(
            names = "--set",
            paramLabel = "<path=value>",
            description = "Replaces a value of the run file, such as phases.steady=5m; may be repeated.")
    private List<String> settings = new ArrayList<>();

    private @Nullable RunSource source;

    Path file() {
        return file;
    }

    /** Opens the installation, and reports plugins that cannot be used. */
    static Installation open() {
        Installation installation = Installation.open();
        installation.problems().forEach(CommandName::report);
        return installation;
    }

    static RunApplication applicationWithoutRuns(Installation installation) {
        return RunApplication.of(installation, Path.of("runs"));
    }

    RunSource source() throws WrongConfiguration {
        RunSource read = source;
        if (read == null) {
            read = RunSource.of(file);
            source = read;
        }
        return read;
    }

    List<String> settings() {
        return List.copyOf(settings);
    }

    void addSettings(List<String> further) {
        settings.addAll(further);
    }

    PlannedRun plan(RunApplication application) throws WrongConfiguration, UsageError {
        if (StudyFileReader.isStudy(source().text())) {
            throw new UsageError(file + " is a study, not a run file. Use: ./plateau study " + CommandName.word(file));
        }
        return application.plan(source(), settings);
    }
}
