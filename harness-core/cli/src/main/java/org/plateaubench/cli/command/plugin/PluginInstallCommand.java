// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.PluginStore;
import org.plateaubench.app.plugin.RefusedPlugin;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.UsageError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Installs the archive of a plugin. */
@Command(
        name = "install",
        description = {
            "Installs a plugin from its archive, or replaces another version of it. The plugin is loaded once, to see",
            "that it can be used: its code runs with the rights of this user, so install what you trust.",
            "A running console shows it at once. Do not replace a plugin while a run uses it."
        },
        footer = {"", "Example:", "  ./plateau plugin install acme-kv/target/acme-kv-1.0.plateau-plugin.zip"},
        mixinStandardHelpOptions = true)
final class PluginInstallCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "Archive: a zip file of one folder, named as the plugin's id, with its jars.")
    private Path file = Path.of("");

    @Mixin
    private StoreOption where = new StoreOption();

    @Override
    public Integer call() throws IOException, UsageError {
        try {
            PluginStore.Installed installed = where.store().install(file);
            System.out.println(sentence(installed));
            System.out.println("  folder: " + installed.folder());
            System.out.println("  SHA-256 of the archive: " + installed.sha256());
            try (Installation own = Installation.open(List.of(where.folder()))) {
                new PluginDescriptions(own).plugin(installed.id()).ifPresent(PluginInstallCommand::print);
            }
            return ExitCode.PASS.code();
        } catch (RefusedPlugin e) {
            throw new UsageError(String.valueOf(e.getMessage()));
        }
    }

    private static void print(PluginDescription plugin) {
        plugin.workloads()
                .forEach(workload ->
                        System.out.println("  workload " + workload.reference() + ": " + workload.description()));
        plugin.services()
                .forEach(service ->
                        System.out.println("  SUT service " + service.name() + ": " + service.description()));
    }

    private static String sentence(PluginStore.Installed installed) {
        String plugin = installed.id() + " " + installed.version();
        Optional<String> former = installed.former();
        if (!installed.isChanged()) {
            return plugin + " is installed already, from this very archive.";
        }
        if (former.isEmpty()) {
            return plugin + " is installed.";
        }
        return former.get().equals(installed.version())
                ? plugin + " is installed; it replaces another build of the same version."
                : plugin + " is installed; it replaces version " + former.get() + ".";
    }
}
