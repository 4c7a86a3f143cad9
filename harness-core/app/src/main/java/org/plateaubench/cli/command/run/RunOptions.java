// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.RunTicket;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ControllerCredentials;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.RunsFolder.StudiesFolder;
import org.plateaubench.cli.command.Signals.StandardInput;
import org.plateaubench.engine.config.StudyFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

final class RunOptions {
    @Option(
            names = "--json",
            description = "Print result.json, or the results of trials, a search or a study, as JSON on standard"
                    + " output, and everything else on standard error.")
    boolean json;

    @Option(names = "--quiet", description = "Print nothing during the runs.")
    boolean quiet;

    @Mixin
    RunsFolder runs = new RunsFolder();

    @Mixin
    StudiesFolder studies = new StudiesFolder();

    @Mixin
    RigOptions rig = new RigOptions();

    @Mixin
    StandardInput input = new StandardInput();

    PrintStream out() {
        return json ? System.err : System.out;
    }

    static final class RigOptions {
        @Option(
                names = "--agents",
                paramLabel = "<name>",
                split = ",",
                description = "Agents of a broker that drive the load, separated by commas (default: the rig of the"
                        + " run file, otherwise this host).")
        private List<String> agents = List.of();

        @Mixin
        private ControllerCredentials credentials = new ControllerCredentials();

        RunApplication withAgents(RunApplication application) throws IOException {
            if (new LinkedHashSet<>(agents).size() < agents.size()) {
                throw new UsageError("--agents names an agent twice");
            }
            RigAgents.requireNames(agents);
            return agents.isEmpty()
                    ? application
                    : application.withAgents(RigAgents.of(credentials.file("--agents"), agents));
        }

        /** The rig comes from a planned run file, so that its problems are reported before agents are searched. */
        RunApplication withRig(RunApplication application, @Nullable RigSpec rig)
                throws IOException, InterruptedException {
            if (rig == null || !rig.isOfBroker()) {
                if (agents.isEmpty() && credentials.isGiven()) {
                    throw new UsageError(
                            "--credentials is for agents of a broker, and neither --agents nor the run file"
                                    + " names any");
                }
                return application;
            }
            if (!agents.isEmpty()) {
                throw new UsageError("The run file names the agents of its rig; leave --agents out");
            }
            return application.withAgents(RigAgents.of(credentials.file("The rig of the run file"), rig));
        }

        Optional<Path> credentials() {
            return credentials.fileIfAny();
        }

        void refuseForConsole() throws UsageError {
            if (!agents.isEmpty()) {
                throw new UsageError("--agents is for a run of this host, not for one of a console");
            }
        }
    }

    static final class QueueOptions {
        @Option(names = "--ticket", hidden = true, description = "Folder through which a queue observes this process.")
        private @Nullable Path folder;

        interface Work {
            int carryOut(Optional<RunTicket> ticket) throws IOException, WrongConfiguration, InterruptedException;
        }

        /** Carries out a command and reports its end to the queue; fails when the run was withdrawn or reassigned. */
        int carryOut(Consumer<List<String>> settings, Work work)
                throws IOException, WrongConfiguration, InterruptedException {
            Optional<RunTicket> ticket = take();
            if (ticket.isEmpty()) {
                return work.carryOut(ticket);
            }
            try {
                settings.accept(ticket.get().settings());
                int code = work.carryOut(ticket);
                ticket.get().ended(code);
                return code;
            } catch (IOException | WrongConfiguration | RuntimeException e) {
                ticket.get().ended(ExitCode.of(e).code());
                throw e;
            }
        }

        private Optional<RunTicket> take() throws IOException {
            Path given = folder;
            if (given == null) {
                return Optional.empty();
            }
            Optional<RunTicket> ticket = RunTicket.take(given);
            if (ticket.isEmpty()) {
                throw new UsageError("the queue has withdrawn this run, or assigned it to another process.");
            }
            return ticket;
        }
    }

    static final class PlanFile {
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
                throw new UsageError(
                        file + " is a study, not a run file. Use: ./plateau study " + CommandName.word(file));
            }
            return application.plan(source(), settings);
        }
    }
}
