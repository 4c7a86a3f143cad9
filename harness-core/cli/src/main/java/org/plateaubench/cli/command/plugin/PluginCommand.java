// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** The group of commands for plugins. */
@Command(
        name = "plugin",
        description = "Creates, checks, installs, removes and lists plugins.",
        footer = {
            "",
            "Example:",
            "  ./plateau plugin new acme-kv",
            "  ./plateau plugin check acme-kv/target/acme-kv-1.0.plateau-plugin.zip",
            "  ./plateau plugin install acme-kv/target/acme-kv-1.0.plateau-plugin.zip",
            "  ./plateau plugin list",
            "  ./plateau plugin remove acme-kv"
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            PluginNewCommand.class,
            PluginCheckCommand.class,
            PluginInstallCommand.class,
            PluginRemoveCommand.class,
            PluginListCommand.class
        })
public final class PluginCommand implements Callable<Integer> {
    /** Lists the installed plugins, when no subcommand is given. */
    @Override
    public Integer call() throws IOException {
        return new PluginListCommand().call();
    }
}
