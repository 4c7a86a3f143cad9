// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.app.Installation;
import org.plateaubench.cli.command.CalibrateCommand;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.ImportCommand;
import org.plateaubench.cli.command.KeysCommand;
import org.plateaubench.cli.command.NewCommand;
import org.plateaubench.cli.command.PrefetchCommand;
import org.plateaubench.cli.command.SchemaCommand;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.cli.command.console.ConsoleCommand;
import org.plateaubench.cli.command.plugin.PluginCommand;
import org.plateaubench.cli.command.plugin.PluginsCommand;
import org.plateaubench.cli.command.rig.AgentCommand;
import org.plateaubench.cli.command.rig.BrokerCommand;
import org.plateaubench.cli.command.rig.LocalAgentCommand;
import org.plateaubench.cli.command.rig.RigCommand;
import org.plateaubench.cli.command.run.PlanCommand;
import org.plateaubench.cli.command.run.ResumeCommand;
import org.plateaubench.cli.command.run.RunCommand;
import org.plateaubench.cli.command.run.ScenarioCommand;
import org.plateaubench.cli.command.run.StudyCommand;
import org.plateaubench.cli.command.run.SutCommand;
import org.plateaubench.cli.command.run.ValidateCommand;
import org.plateaubench.cli.command.stored.BundleCommand;
import org.plateaubench.cli.command.stored.CompareCommand;
import org.plateaubench.cli.command.stored.HistoryCommand;
import org.plateaubench.cli.command.stored.JudgeCommand;
import org.plateaubench.cli.command.stored.MarkCommand;
import org.plateaubench.cli.command.stored.ReferenceCommand;
import org.plateaubench.cli.command.stored.ReportCommand;
import org.plateaubench.cli.command.stored.RunsCommand;
import org.plateaubench.cli.command.stored.TelemetryCommand;
import org.plateaubench.cli.command.stored.VerifyBundleCommand;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code plateau} command: the root of every other command. */
@Command(
        name = CommandName.WRITTEN,
        description = "Drives systems under test as their users would, and reports how much load they sustained.",
        mixinStandardHelpOptions = true,
        versionProvider = PlateauCommand.Version.class,
        subcommands = {
            RunCommand.class,
            StudyCommand.class,
            ResumeCommand.class,
            LocalAgentCommand.class,
            ValidateCommand.class,
            PlanCommand.class,
            KeysCommand.class,
            SchemaCommand.class,
            PluginsCommand.class,
            PluginCommand.class,
            RunsCommand.class,
            ReportCommand.class,
            JudgeCommand.class,
            MarkCommand.class,
            CompareCommand.class,
            HistoryCommand.class,
            ReferenceCommand.class,
            BundleCommand.class,
            VerifyBundleCommand.class,
            SutCommand.class,
            CalibrateCommand.class,
            NewCommand.class,
            ScenarioCommand.class,
            ImportCommand.class,
            TelemetryCommand.class,
            PrefetchCommand.class,
            ConsoleCommand.class,
            BrokerCommand.class,
            AgentCommand.class,
            RigCommand.class,
            CommandLine.HelpCommand.class
        },
        footer = {"", "Example:", "  ./plateau run configs/runs/quickstart.yaml"})
public final class PlateauCommand implements Runnable {

    /** Runs the command line and returns its exit code. */
    public static int execute(String... arguments) {
        return CommandName.inHelpOf(new CommandLine(new PlateauCommand()))
                .setParameterExceptionHandler(PlateauCommand::explain)
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure))
                .execute(arguments);
    }

    /** Shows the available commands, when none is given. */
    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    private static int explain(CommandLine.ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        command.getErr()
                .println("plateau: "
                        + (wrong instanceof UnmatchedArgumentException unmatched
                                ? "unknown "
                                        + String.join(
                                                ", ",
                                                unmatched.getUnmatched().stream()
                                                        .map(word -> "'" + word + "'")
                                                        .toList())
                                : CommandName.in(String.valueOf(wrong.getMessage()))));
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            List<String> near =
                    SpellingSuggestions.among(unmatched.getUnmatched().getFirst(), unmatched.getSuggestions());
            if (!near.isEmpty()) {
                command.getErr().println("Did you mean: " + String.join(", ", near) + "?");
            }
        }
        command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCode.WRONG.code();
    }

    /** Prints one sentence per problem, and a stack trace only if the user has requested it. */
    private static int report(Exception failure) {
        if (Boolean.getBoolean("plateau.traces")) {
            failure.printStackTrace();
        }
        switch (failure) {
            case WrongConfiguration wrong ->
                wrong.problems().forEach(problem -> System.err.println(CommandName.in(problem.toString())));
            case UsageError wrong -> CommandName.report(String.valueOf(wrong.getMessage()));
            default -> CommandName.report(sentence(failure));
        }
        return ExitCode.of(failure).code();
    }

    static String sentence(Exception failure) {
        @Nullable String message = failure.getMessage();
        return switch (failure) {
            case IOException file -> IoReason.of(file);
            case RuntimeException unforeseen -> unforeseen.toString();
            default -> message == null ? failure.toString() : message;
        };
    }

    /** The version the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Plateau " + Installation.version()};
        }
    }
}
