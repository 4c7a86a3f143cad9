// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.ImportCommand;
import org.plateaubench.cli.command.ImportCommand.NewCommand;
import org.plateaubench.cli.command.PluginCommand;
import org.plateaubench.cli.command.SetUpCommands;
import org.plateaubench.cli.command.rig.AgentCommands;
import org.plateaubench.cli.command.rig.BrokerCommand;
import org.plateaubench.cli.command.rig.BrokerCommand.RigCommand;
import org.plateaubench.cli.command.rig.ConsoleCommand;
import org.plateaubench.cli.command.run.FileCommands;
import org.plateaubench.cli.command.run.FileCommands.ScenarioCommand;
import org.plateaubench.cli.command.run.RunCommand;
import org.plateaubench.cli.command.run.SutCommand;
import org.plateaubench.cli.command.stored.ReportCommand;
import org.plateaubench.cli.command.stored.ResultCommands;
import org.plateaubench.cli.command.stored.RunsCommand;
import org.plateaubench.cli.command.stored.RunsCommand.TelemetryCommand;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.loader.NearestName;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

@Command(
        name = CommandName.NAME_IN_TEXTS,
        description = "Drives systems under test as their users would, and reports how much load they sustained.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = PlateauCommand.Version.class,
        footer = {
            "",
            "./plateau COMMAND --help explains a command, with examples.",
            "Begin with: ./plateau run configs/runs/quickstart.yaml"
        })
public final class PlateauCommand implements Runnable {
    /** Commands that need the definitions of all commands. */
    private static final Set<String> NEED_ALL = Set.of("help", "new");

    private static final Set<String> ROOT_OPTIONS = Set.of("-h", "--help", "-V", "--version");

    private static final String COMMANDS = """

            Run
              run            carry out a run file, show it live, judge it
              validate       check a run file, study or reference
              plan           show what a run file would do
              keys           explain the keys of run files
              new            create a first run file for your web site or database
              import         create a run file from a recording, API or Faban driver
              scenario       try a scenario with one user
              resume         complete a run whose controller was killed

            Results
              runs           list the stored runs, or prune old ones
              report         show a run: text, page, JSON, JUnit, trust
              compare        compare runs or sets of runs
              history        show the figures of all runs of a name
              judge          judge a run again from its files
              telemetry      add telemetry of other tools to a run
              reference      write the reference to which scores are normalised
              bundle         pack a run or study into one file
              verify-bundle  check such a file

            Studies
              study          carry out repeated runs over factors

            Rigs
              console        serve the web console
              sut            start, stop and show systems under test
              broker         start the server that connects agents
              agent          drive load on this host for a broker
              rig            show, start and end the agents of a broker

            Plugins
              plugins        list the installed plugins, or explain one
              plugin         create, check and install plugins

            Set-up
              calibrate      check whether this host is fit to drive load
              prefetch       download the servers that runs start
              schema         print the JSON Schemas of files
              docs           open the documentation in the browser
              help           show the help of a command
            """;

    /** The names in the text above, and the command that runs start. */
    private static final Set<String> NAMES = Stream.concat(
                    Stream.of("local-agent"),
                    COMMANDS.lines()
                            .filter(line -> line.startsWith("  "))
                            .map(line -> line.strip().split(" ", 2)[0]))
            .collect(Collectors.toUnmodifiableSet());

    public static CommandLine commandLine() {
        return commandLine(NAMES);
    }

    private static CommandLine commandLine(Set<String> subcommands) {
        CommandLine root = new CommandLine(new PlateauCommand()).setCaseInsensitiveEnumValuesAllowed(true);
        subcommands.forEach(name -> root.addSubcommand(name, definition(name)));
        root.getSubcommands().values().forEach(PlateauCommand::addExamplesHeading);
        CommandLine command = CommandName.nameInHelp(root);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> COMMANDS);
        return command.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(PlateauCommand::executeLast)
                .setParameterExceptionHandler(PlateauCommand::reportWrongUse)
                .setExecutionExceptionHandler((failure, failed, parsed) -> {
                    // For a command that is a method, picocli wraps errors such as too little memory.
                    if (failure.getCause() instanceof Error error) {
                        throw error;
                    }
                    return report(failure);
                });
    }

    /** The footers of commands are examples. */
    private static void addExamplesHeading(CommandLine command) {
        UsageMessageSpec help = command.getCommandSpec().usageMessage();
        if (help.footer().length > 0) {
            help.footerHeading("%nExamples:%n");
        }
        command.getSubcommands().values().forEach(PlateauCommand::addExamplesHeading);
    }

    private static Class<?> typeOf(String name) {
        return switch (name) {
            case "run" -> RunCommand.class;
            case "local-agent", "agent", "calibrate" -> AgentCommands.class;
            case "validate", "plan", "study", "resume" -> FileCommands.class;
            case "keys", "schema", "plugins", "prefetch", "docs" -> SetUpCommands.class;
            case "plugin" -> PluginCommand.class;
            case "runs" -> RunsCommand.class;
            case "report" -> ReportCommand.class;
            case "judge", "compare", "history", "reference", "bundle", "verify-bundle" -> ResultCommands.class;
            case "sut" -> SutCommand.class;
            case "new" -> NewCommand.class;
            case "scenario" -> ScenarioCommand.class;
            case "import" -> ImportCommand.class;
            case "telemetry" -> TelemetryCommand.class;
            case "console" -> ConsoleCommand.class;
            case "broker" -> BrokerCommand.class;
            case "rig" -> RigCommand.class;
            case "help" -> CommandLine.HelpCommand.class;
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** The method that is the command, or its class. */
    private static Object definition(String name) {
        Class<?> type = typeOf(name);
        return CommandLine.getCommandMethods(type, null).stream()
                .filter(method -> method.getAnnotation(Command.class).name().equals(name))
                .<Object>map(method -> method)
                .findFirst()
                .orElse(type);
    }

    public static int execute(String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        // Creating the definitions of all commands would double the time of a short command.
        boolean needsOne = NAMES.contains(first) && !NEED_ALL.contains(first);
        boolean needsNone = arguments.length == 1 && ROOT_OPTIONS.contains(first);
        return commandLine(needsOne ? Set.of(first) : needsNone ? Set.of() : NAMES)
                .execute(arguments);
    }

    @Override
    public void run() {
        commandLine().usage(System.out);
    }

    /** Executes the last command that was named; options before its name are refused unless it shares them. */
    private static int executeLast(ParseResult parsed) {
        ParseResult last = parsed;
        while (last.hasSubcommand() && !last.isUsageHelpRequested()) {
            ParseResult next = last.subcommand();
            String name = next.commandSpec().name();
            Optional<OptionSpec> ignored = last.matchedOptions().stream()
                    .filter(option -> option.scopeType() != ScopeType.INHERIT)
                    .findFirst();
            if (ignored.isPresent()) {
                throw new ParameterException(
                        last.commandSpec().commandLine(),
                        "'" + name + "' does not read '" + ignored.get().longestName()
                                + "' before it; write its options after '" + name + "'.");
            }
            last = next;
        }
        CommandSpec command = last.commandSpec();
        if (!last.isUsageHelpRequested() && !isExecutable(command.userObject())) {
            throw new ParameterException(
                    command.commandLine(),
                    "name a subcommand: "
                            + String.join(
                                    ", ", new TreeSet<>(command.subcommands().keySet())) + ".");
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static boolean isExecutable(Object command) {
        return command instanceof Runnable || command instanceof Callable || command instanceof Method;
    }

    private static int reportWrongUse(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().getFirst();
            boolean isOption = word.startsWith("-");
            boolean isCommand = !isOption && !command.getSubcommands().isEmpty();
            err.println("plateau: unknown " + (isOption ? "option '" : isCommand ? "command '" : "argument '") + word
                    + "'");
            Stream<String> known = isOption
                    ? command.getCommandSpec().optionsMap().keySet().stream()
                    : command.getSubcommands().keySet().stream();
            NearestName.of(word, known.toList()).ifPresent(near -> err.println("Did you mean: " + near + "?"));
        } else {
            err.println("plateau: " + CommandName.in(String.valueOf(wrong.getMessage())));
        }
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
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
            case RuntimeException unexpected -> unexpected.toString();
            default -> message == null ? failure.toString() : message;
        };
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Plateau " + Installation.version()};
        }
    }
}
