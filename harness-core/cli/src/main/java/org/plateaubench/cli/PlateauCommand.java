// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/** The {@code plateau} command: the root under which every other command stands. */
@Command(
        name = "plateau",
        description = "Drives systems the way their users do, and says what they sustained.",
        mixinStandardHelpOptions = true,
        versionProvider = PlateauCommand.Version.class)
public final class PlateauCommand implements Runnable {

    private static final int USAGE = 4;

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PlateauCommand())
                .setParameterExceptionHandler(PlateauCommand::explain)
                .execute(arguments));
    }

    /** Without a command there is nothing to do: shows what there is. */
    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    private static int explain(CommandLine.ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println(wrong.getMessage());
        command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return USAGE;
    }

    /** The version the build wrote into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = PlateauCommand.class.getPackage().getImplementationVersion();
            return new String[] {"Plateau " + (version == null ? "(not packaged)" : version)};
        }
    }
}
