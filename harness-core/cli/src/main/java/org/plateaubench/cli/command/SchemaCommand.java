// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import picocli.CommandLine.Command;

/** Prints the JSON Schema of run files. */
@Command(
        name = "schema",
        description = "Prints the JSON Schema of run files, with the parameters of the installed plugins, for editors.",
        footer = {"", "Example:", "  ./plateau schema > plateau.schema.json"},
        mixinStandardHelpOptions = true)
public final class SchemaCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException {
        try (Installation installation = Installation.open()) {
            System.out.print(installation.schema());
            return ExitCode.PASS.code();
        }
    }
}
