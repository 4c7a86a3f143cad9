// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.scenario.FirstRunFile;
import org.plateaubench.app.scenario.Recording;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "import",
        description =
                "Creates a run file from a recording or description of a web site, or from a file of another harness.",
        footer = "  ./plateau import har shop.har --to shop.yaml")
public final class ImportCommand {
    static final class Target {
        @Option(
                names = "--to",
                description = "File to write, which must not exist yet; without this option the run file is printed.")
        private @Nullable Path file;

        void check() throws UsageError {
            if (file != null) {
                UsageError.requireNew(file);
            }
        }

        /** Writes or prints a run file; {@code remark} is a sentence about it. */
        void write(String text, String remark) throws IOException {
            if (file == null) {
                System.out.print(text);
            } else {
                Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
                System.out.println(
                        "Wrote " + file + ". " + remark + " Next: " + CommandName.called() + " validate " + file);
            }
        }

        void write(String scenario) throws IOException {
            write(scenario, "What you must decide is marked DECIDE.");
        }
    }

    static final class Source {
        @Parameters(index = "0", description = "The file.")
        private Path file = Path.of("");

        @Mixin
        private Target target = new Target();

        void translate(Recording kind) throws IOException {
            UsageError.requireFile(file, "");
            target.check();
            target.write(kind.translate(file));
        }
    }

    @Command(
            name = "har",
            description = {
                "Creates a scenario from the recording of a browser (HTTP Archive, saved by its developer tools).",
                "Images, styles, scripts and other sites are left out; tokens that a reply contains are read from it."
            },
            footer = "  ./plateau import har shop.har --to shop.yaml")
    void har(@Mixin Source source) throws IOException {
        source.translate(Recording.HAR);
    }

    @Command(
            name = "openapi",
            description = {
                "Creates a scenario from the description of an interface (OpenAPI 3 or Swagger 2, YAML or JSON).",
                "Each operation is a flow, with values from its examples and schemas."
            },
            footer = "  ./plateau import openapi petstore.yaml --to pets.yaml")
    void openapi(@Mixin Source source) throws IOException {
        source.translate(Recording.OPENAPI);
    }

    @Command(
            name = "postman",
            description = {
                "Creates a scenario from a Postman collection (format 2.0 or 2.1); a folder becomes a flow.",
                "Variables stay variables; of scripts, checks of a status and variables from JSON are translated."
            },
            footer = "  ./plateau import postman shop.postman_collection.json --to shop.yaml")
    void postman(@Mixin Source source) throws IOException {
        source.translate(Recording.POSTMAN);
    }

    @Command(
            name = "curl",
            description = "Creates a scenario from curl commands, such as the developer tools of a browser copy.",
            footer = "  ./plateau import curl 'curl https://shop.lab/cart -d item=7' --to cart.yaml")
    void curl(
            @Parameters(arity = "1..*", description = "The command, in quotes; several are one flow.")
                    List<String> commands,
            @Mixin Target target)
            throws IOException {
        target.check();
        target.write(Recording.translate(String.join("\n", commands)));
    }

    @Command(
            name = "faban",
            description = {
                "Translates a run.xml of Faban into a run file whose workloads run the same drivers.",
                "Settings without a counterpart are listed in comments at the end of the run file."
            },
            footer = "  ./plateau import faban run.xml --jar shop.jar --to shop.yaml")
    void faban(
            @Parameters(index = "0", description = "The run.xml.") Path file,
            @Option(names = "--jar", description = "Jar of the driver.") @Nullable Path jar,
            @Mixin Target target)
            throws IOException {
        UsageError.requireFile(file, "");
        target.check();
        FabanRunFile.Translation translation = FabanRunFile.translate(file, jar);
        target.write(translation.text(), "It has " + translation.notes().size() + " notes at the end.");
    }

    @Command(
            name = "new",
            description = "Creates a first run file for your own system and runs it.",
            footer = "  ./plateau new web http://shop.lab:8080")
    public static final class NewCommand {
        @Spec
        private CommandSpec spec = CommandSpec.create();

        static final class NewFile {
            @FunctionalInterface
            interface Maker {
                FirstRunFile of(String address) throws IOException, InterruptedException;
            }

            @Option(names = "--to", paramLabel = "<file>", description = "File to write, which must not exist yet.")
            private @Nullable Path target;

            @Option(names = "--no-run", description = "Only write the run file.")
            private boolean writesOnly;

            /** Creates the file for an address, and prompts for the address if none was given. */
            int write(@Nullable String given, String question, String missing, Maker maker, CommandSpec spec)
                    throws IOException, InterruptedException {
                FirstRunFile made = maker.of((given == null ? prompt(question, missing) : given).strip());
                Path file = target == null ? Path.of(made.name() + ".yaml") : target;
                UsageError.requireNew(file);
                Files.writeString(file, made.text(), StandardOpenOption.CREATE_NEW);
                System.out.println("Wrote " + file + ". "
                        + (writesOnly ? "Next: " + CommandName.called() + " run " + file : "Running it now."));
                return writesOnly
                        ? ExitCode.PASS.code()
                        : spec.root().commandLine().execute("run", file.toString());
            }

            @SuppressWarnings("SystemConsoleNull") // Null without a terminal.
            private static String prompt(String question, String problem) throws UsageError {
                return Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .map(console -> console.readLine("%s: ", question))
                        .orElseThrow(() -> new UsageError(problem));
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
                    "Your database is only read; change the run file to what your users do: docs/plugins/sql.md."
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
                                description =
                                        "User of the database; the password is read from the variable DB_PASSWORD.")
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
}
