// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Everything that a person does to plugins. */
@Command(
        name = "plugin",
        description = "Lists plugins.",
        footer = {"", "Example:", "  ./plateau plugin list"},
        mixinStandardHelpOptions = true,
        subcommands = {PluginListCommand.class})
public final class PluginCommand implements Callable<Integer> {
    /** Without a subcommand, lists the installed plugins. */
    @Override
    public Integer call() throws IOException {
        return new PluginListCommand().call();
    }
}
