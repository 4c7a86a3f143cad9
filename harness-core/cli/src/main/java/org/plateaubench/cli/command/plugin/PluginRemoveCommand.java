// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.plateaubench.app.install.RefusedPlugin;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.UsageError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes an installed plugin. */
@Command(
        name = "remove",
        description = "Removes a plugin that was installed with plugin install. Results of its runs stay readable.",
        footer = {"", "Example:", "  ./plateau plugin remove acme-kv"},
        mixinStandardHelpOptions = true)
final class PluginRemoveCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME", description = "Id of the plugin, as plugin list shows it.")
    private String id = "";

    @Mixin
    private StoreOption where = new StoreOption();

    @Override
    public Integer call() throws IOException, UsageError {
        try {
            where.store().remove(id);
            System.out.println(id + " is removed.");
            return ExitCode.PASS.code();
        } catch (RefusedPlugin e) {
            throw new UsageError(String.valueOf(e.getMessage()));
        }
    }
}
