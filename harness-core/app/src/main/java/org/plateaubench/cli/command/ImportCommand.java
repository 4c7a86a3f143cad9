// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.scenario.Recording;
import org.plateaubench.app.scenario.Unreadable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        description = "Makes a run file of a recording or description of a web site, or of a file of another harness.",
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

        int write(Recording.Translation made) throws IOException {
            if (file == null) {
                System.out.print(made.text());
            } else {
                write(
                        made.text(),
                        "with " + made.requests() + (made.requests() == 1 ? " request" : " requests")
                                + (made.decisions() == 0
                                        ? ""
                                        : " and " + made.decisions()
                                                + (made.decisions() == 1 ? " place" : " places")
                                                + " for you to decide (DECIDE)"));
            }
            return ExitCode.PASS.code();
        }

        private void write(String text, String what) throws IOException {
            Path written = Objects.requireNonNull(file);
            Files.writeString(written, text, StandardOpenOption.CREATE_NEW);
            System.out.println(
                    "Wrote " + written + ", " + what + ". Next: " + CommandName.called() + " validate " + written);
        }
    }

    static final class Source {
        @Parameters(index = "0", description = "The file.")
        private Path file = Path.of("");

        @Mixin
        private Target target = new Target();

        int translate(Recording kind) throws IOException {
            UsageError.requireFile(file, "");
            target.check();
            try {
                return target.write(kind.translate(file));
            } catch (Unreadable e) {
                throw new UsageError(String.valueOf(e.getMessage()));
            }
        }
    }

    @Command(
            name = "har",
            description = {
                "Makes a scenario of a recording of a browser (HTTP Archive, as its developer tools save).",
                "Images, styles, scripts and other sites are left out; tokens that a reply contains are read from it."
            },
            footer = "  ./plateau import har shop.har --to shop.yaml")
    int har(@Mixin Source source) throws IOException {
        return source.translate(Recording.HAR);
    }

    @Command(
            name = "openapi",
            description = {
                "Makes a scenario of a description of an interface (OpenAPI 3 or Swagger 2, YAML or JSON).",
                "Each operation is a flow, with values from its examples and schemas."
            },
            footer = "  ./plateau import openapi petstore.yaml --to pets.yaml")
    int openapi(@Mixin Source source) throws IOException {
        return source.translate(Recording.OPENAPI);
    }

    @Command(
            name = "postman",
            description = {
                "Makes a scenario of a collection of Postman (format 2.0 or 2.1); a folder becomes a flow.",
                "Variables stay variables; of scripts, checks of a status and variables from JSON are translated."
            },
            footer = "  ./plateau import postman shop.postman_collection.json --to shop.yaml")
    int postman(@Mixin Source source) throws IOException {
        return source.translate(Recording.POSTMAN);
    }

    @Command(
            name = "curl",
            description = "Makes a scenario of calls of curl, such as the developer tools of a browser copy.",
            footer = "  ./plateau import curl 'curl https://shop.lab/cart -d item=7' --to cart.yaml")
    int curl(
            @Parameters(arity = "1..*", description = "The command, in quotes; several are one flow.")
                    List<String> commands,
            @Mixin Target target)
            throws IOException {
        target.check();
        try {
            return target.write(Recording.translate(String.join("\n", commands)));
        } catch (Unreadable e) {
            throw new UsageError(String.valueOf(e.getMessage()));
        }
    }

    @Command(
            name = "faban",
            description = {
                "Translates a run.xml of Faban into a run file whose workloads run the same drivers.",
                "Settings without a counterpart are listed in comments at the end of the run file."
            },
            footer = "  ./plateau import faban run.xml --jar shop.jar --to shop.yaml")
    int faban(
            @Parameters(index = "0", description = "The run.xml.") Path file,
            @Option(names = "--jar", description = "Jar of the driver.") @Nullable Path jar,
            @Mixin Target target)
            throws IOException {
        UsageError.requireFile(file, "");
        target.check();
        FabanRunFile.Translation translation = FabanRunFile.translate(file, jar);
        if (target.file == null) {
            System.out.print(translation.text());
        } else {
            target.write(translation.text(), "with " + translation.notes().size() + " notes at its end");
        }
        return ExitCode.PASS.code();
    }
}
