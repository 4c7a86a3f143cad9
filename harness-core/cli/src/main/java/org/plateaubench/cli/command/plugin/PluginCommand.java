// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Everything that a person does to plugins. */
@Command(
        name = "plugin",
        description = "Checks plugins.",
        footer = {"", "Example:", "  ./plateau plugin check acme-kv/target/acme-kv-1.0.plateau-plugin.zip"},
        mixinStandardHelpOptions = true,
        subcommands = {PluginCheckCommand.class})
public final class PluginCommand implements Runnable {
    /** Without a subcommand, shows the available commands. */
    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
