// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.display.CommandName;
import picocli.CommandLine.Command;

/** Lists the installed plugins, one per line. */
@Command(
        name = "list",
        description = "Lists the installed plugins with their versions and folders. For their workloads and"
                + " parameters see ./plateau plugins.",
        footer = {"", "Example:", "  ./plateau plugin list"},
        mixinStandardHelpOptions = true)
final class PluginListCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException {
        try (Installation installation = Installation.open()) {
            for (PluginDescription plugin : new PluginDescriptions(installation).all()) {
                System.out.printf("%-16s %-20s %s%n", plugin.id(), plugin.version(), folder(installation, plugin.id()));
            }
            installation.problems().forEach(CommandName::report);
            return installation.problems().isEmpty() ? ExitCode.PASS.code() : ExitCode.CANNOT.code();
        }
    }

    /** The first folder of this name, from which the plugin was loaded. */
    private static String folder(Installation installation, String id) {
        return installation.pluginRoots().stream()
                .map(root -> root.resolve(id))
                .filter(Files::isDirectory)
                .findFirst()
                .map(Path::toString)
                .orElse("");
    }
}
