// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.plateaubench.api.Parameter;
import org.plateaubench.app.Installation;
import org.plateaubench.app.InstalledPlugin;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.PluginProblems;
import picocli.CommandLine.Command;

/** Lists the installed plugins. */
@Command(
        name = "plugins",
        description = "Lists the installed plugins with their workloads, SUT services and parameters.",
        footer = {"", "Example:", "  ./plateau plugins"},
        mixinStandardHelpOptions = true)
public final class PluginsCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException {
        try (Installation installation = Installation.open()) {
            installation.plugins().forEach(PluginsCommand::print);
            PluginProblems.show(installation);
            return installation.problems().isEmpty() ? ExitCode.PASS.code() : ExitCode.CANNOT.code();
        }
    }

    private static void print(InstalledPlugin plugin) {
        System.out.println(plugin.id() + " " + plugin.version() + "  " + plugin.description());
        for (InstalledPlugin.Offer offer : plugin.offers()) {
            System.out.println("  " + offer.kind() + " " + offer.name() + ": " + offer.description());
            if (!offer.operations().isEmpty()) {
                System.out.println("    operations");
                offer.operations().forEach(operation -> System.out.println("      " + operation));
            }
            if (!offer.parameters().isEmpty()) {
                System.out.println("    parameters");
                offer.parameters().forEach(PluginsCommand::print);
            }
        }
        System.out.println();
    }

    private static void print(InstalledPlugin.ParameterRow parameter) {
        String given = parameter.defaultValue();
        System.out.printf(
                "      %-20s %-20s %s%n",
                parameter.name(), given.equals(Parameter.REQUIRED) ? given : "default " + given, parameter.type());
        System.out.println("          " + parameter.description());
    }
}
