// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Translates files of other harnesses into run files. */
@Command(
        name = "import",
        description = "Translates a file of another harness into a run file.",
        subcommands = ImportFabanCommand.class,
        footer = {"", "Example:", "  ./plateau import faban run.xml --to shop.yaml"},
        mixinStandardHelpOptions = true)
public final class ImportCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "say what is imported, such as 'faban'");
    }
}
