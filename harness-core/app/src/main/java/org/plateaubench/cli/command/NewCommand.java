// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.scenario.FirstRunFile;
import org.plateaubench.app.scenario.Unreadable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "new",
        description = "Makes a first run file for a system of yours and runs it.",
        footer = "  ./plateau new web http://shop.lab:8080")
public final class NewCommand {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    static final class NewFile {
        @FunctionalInterface
        interface Maker {
            FirstRunFile of(String address) throws IOException, InterruptedException, Unreadable;
        }

        @Option(names = "--to", paramLabel = "<file>", description = "File to write, which must not exist yet.")
        private @Nullable Path target;

        @Option(names = "--no-run", description = "Only write the run file.")
        private boolean writesOnly;

        /** Creates the file for an address, and prompts for the address if none was given. */
        int write(@Nullable String given, String question, String missing, Maker maker, CommandSpec spec)
                throws IOException, InterruptedException {
            FirstRunFile made;
            try {
                made = maker.of((given == null ? prompted(question, missing) : given).strip());
            } catch (Unreadable e) {
                throw new UsageError(e.getMessage() + ".");
            }
            Path file = target == null ? Path.of(made.name() + ".yaml") : target;
            UsageError.requireNew(file);
            Files.writeString(file, made.text(), StandardOpenOption.CREATE_NEW);
            System.out.println("Wrote " + file + ". "
                    + (writesOnly ? "Next: " + CommandName.called() + " run " + file : "Running it now."));
            return writesOnly ? ExitCode.PASS.code() : spec.root().commandLine().execute("run", file.toString());
        }

        @SuppressWarnings("SystemConsoleNull") // Null without a terminal.
        private static String prompted(String question, String otherwise) throws UsageError {
            return Optional.ofNullable(System.console())
                    .filter(Console::isTerminal)
                    .map(console -> console.readLine("%s: ", question))
                    .orElseThrow(() -> new UsageError(otherwise));
        }
    }

    @Command(
            name = "web",
            description = {
                "Fetches a page, writes a run file that loads it with a few users, and runs that.",
                "Change the run file to what your users do: docs/scenarios.md."
            },
            footer = "  ./plateau new web http://shop.lab:8080")
    int web(
            @Mixin NewFile file,
            @Parameters(
                            index = "0",
                            arity = "0..1",
                            description = "Address of the page; without it, you are asked for one.")
                    @Nullable
                    String address)
            throws IOException, InterruptedException {
        return file.write(
                address,
                "Address of the page, such as http://shop.lab:8080",
                "Name the address of a page, such as http://shop.lab:8080.",
                FirstRunFile::ofPage,
                spec);
    }

    @Command(
            name = "sql",
            description = {
                "Writes a run file that queries a database with a few users, and runs that.",
                "A database of yours is only read; change the run file to what your users do: docs/plugins/sql.md."
            },
            footer = "  ./plateau new sql jdbc:postgresql://db.lab/shop --user me")
    int sql(
            @Mixin NewFile file,
            @Parameters(
                            index = "0",
                            arity = "0..1",
                            description =
                                    "JDBC address, or h2 for a database that the run starts; without it, you are asked.")
                    @Nullable
                    String address,
            @Option(
                            names = "--user",
                            defaultValue = "",
                            description = "User of the database; the password is read from the variable DB_PASSWORD.")
                    String user)
            throws IOException, InterruptedException {
        return file.write(
                address,
                "JDBC address, such as jdbc:postgresql://db.lab/shop, or nothing for an embedded H2",
                "Name a JDBC address such as jdbc:postgresql://db.lab/shop, or h2 for an embedded one.",
                given -> FirstRunFile.ofDatabase(given, user),
                spec);
    }
}
