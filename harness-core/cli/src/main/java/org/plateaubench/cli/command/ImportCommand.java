// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.cli.display.CommandName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Translates files of other harnesses into run files. */
@Command(
        name = "import",
        description = "Translates a file of another harness into a run file.",
        subcommands = ImportCommand.ImportFabanCommand.class,
        footer = {"", "Example:", "  ./plateau import faban run.xml --to shop.yaml"},
        mixinStandardHelpOptions = true)
public final class ImportCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what is imported, such as 'faban'");
    }

    /** Translates a run.xml of Faban. */
    @Command(
            name = "faban",
            description = {
                "Translates a run.xml of Faban into a run file whose workloads run the same drivers.",
                "Settings without a counterpart are listed in comments at the end of the run file."
            },
            footer = {"", "Example:", "  ./plateau import faban run.xml --jar shop.jar --to shop.yaml"},
            mixinStandardHelpOptions = true)
    static final class ImportFabanCommand implements Callable<Integer> {
        @Parameters(index = "0", paramLabel = "FILE", description = "The run.xml.")
        private Path file = Path.of("");

        @Option(names = "--jar", paramLabel = "JAR", description = "Jar of the driver.")
        private @Nullable Path jar;

        @Option(
                names = "--to",
                paramLabel = "RUNFILE",
                description = "File to write, which must not exist yet; without this option the run file is printed.")
        private @Nullable Path target;

        @Override
        public Integer call() throws IOException, UsageError {
            UsageError.requireFile(file, "");
            if (target != null) {
                UsageError.requireNew(target);
            }
            FabanRunFile.Translation translation = translation();
            if (target == null) {
                System.out.print(translation.text());
            } else {
                Files.writeString(target, translation.text(), StandardOpenOption.CREATE_NEW);
                System.out.println(
                        "Wrote " + target + ", with " + translation.notes().size() + " notes at its end. Next: "
                                + CommandName.called() + " validate " + target);
            }
            return ExitCode.PASS.code();
        }

        private FabanRunFile.Translation translation() throws IOException, UsageError {
            try {
                return FabanRunFile.translate(file, jar);
            } catch (FabanRunFile.Untranslatable e) {
                throw new UsageError(String.valueOf(e.getMessage()));
            }
        }
    }
}
