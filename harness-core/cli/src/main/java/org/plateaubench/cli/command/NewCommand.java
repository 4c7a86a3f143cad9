// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.scenario.FirstScenario;
import org.plateaubench.app.scenario.Unreadable;
import org.plateaubench.cli.display.CommandName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a first run file. */
@Command(
        name = "new",
        description = "Makes a first run file for a system of yours and runs it.",
        subcommands = NewCommand.NewWebCommand.class,
        footer = {"", "Example:", "  ./plateau new web http://shop.lab:8080"},
        mixinStandardHelpOptions = true)
public final class NewCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what is driven, such as 'web'");
    }

    /** Makes one for a web site or an interface over HTTP. */
    @Command(
            name = "web",
            description = {
                "Fetches a page, writes a run file that loads it with a few users, and runs that.",
                "Change the run file to what your users do: docs/scenarios.md."
            },
            footer = {"", "Example:", "  ./plateau new web http://shop.lab:8080"},
            mixinStandardHelpOptions = true)
    static final class NewWebCommand implements Callable<Integer> {
        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "ADDRESS",
                description = "Address of the page; without it, you are asked for one.")
        private @Nullable String address;

        @Option(names = "--to", paramLabel = "RUNFILE", description = "File to write, which must not exist yet.")
        private @Nullable Path target;

        @Option(names = "--no-run", description = "Only write the run file.")
        private boolean writesOnly;

        @Override
        public Integer call() throws IOException, InterruptedException, UsageError {
            FirstScenario.Made made = made(address == null ? asked() : address);
            Path file = target == null ? Path.of(made.name() + ".yaml") : target;
            UsageError.requireNew(file);
            Files.writeString(file, made.text(), StandardOpenOption.CREATE_NEW);
            System.out.println("Wrote " + file + ". "
                    + (writesOnly ? "Next: " + CommandName.called() + " run " + file : "Running it now."));
            return writesOnly ? ExitCode.PASS.code() : spec.root().commandLine().execute("run", file.toString());
        }

        private static FirstScenario.Made made(String address) throws IOException, InterruptedException, UsageError {
            try {
                return FirstScenario.of(address);
            } catch (Unreadable e) {
                throw new UsageError(e.getMessage() + ".");
            }
        }

        private static String asked() throws UsageError {
            Console console = Objects.requireNonNull(System.console());
            String answer = console.isTerminal()
                    ? console.readLine("Address of the page, such as http://shop.lab:8080: ")
                    : null;
            if (answer == null || answer.isBlank()) {
                throw new UsageError("Name the address of a page, such as http://shop.lab:8080.");
            }
            return answer.strip();
        }
    }
}
