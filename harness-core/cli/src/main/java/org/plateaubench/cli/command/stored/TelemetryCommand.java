// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The group of commands for telemetry of runs that have ended. */
@Command(
        name = "telemetry",
        description = "Adds telemetry that other tools have recorded to a run that has ended.",
        footer = {"", "Example:", "  ./plateau telemetry import last sar.txt --host db1 --clock-bound 50ms"},
        mixinStandardHelpOptions = true,
        subcommands = TelemetryImportCommand.class)
public final class TelemetryCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Name a subcommand: ./plateau telemetry import");
    }
}
