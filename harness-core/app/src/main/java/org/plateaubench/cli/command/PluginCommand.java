// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.KeptSut;
import org.plateaubench.app.SutKeeper;
import org.plateaubench.app.plugin.PluginDescription;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.PluginStore;
import org.plateaubench.app.plugin.RefusedPlugin;
import org.plateaubench.app.plugin.ServiceDescription;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.cli.display.ShellWord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "plugin",
        description = "Creates, checks, installs and removes plugins; ./plateau plugins lists them.",
        footer = {
            "",
            "Example:",
            "  ./plateau plugin new acme-kv",
            "  ./plateau plugin check acme-kv/target/acme-kv-1.0.plateau-plugin.zip",
            "  ./plateau plugin install acme-kv/target/acme-kv-1.0.plateau-plugin.zip",
            "  ./plateau plugin remove acme-kv"
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            PluginNewCommand.class,
            PluginCheckCommand.class,
            PluginCommand.PluginInstallCommand.class,
            PluginCommand.PluginRemoveCommand.class
        })
public final class PluginCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Shows the subcommands, when none is given. */
    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }

    @Command(
            name = "remove",
            description = "Removes a plugin that was installed with plugin install. The results of its runs remain"
                    + " readable.",
            footer = {"", "Example:", "  ./plateau plugin remove acme-kv"},
            mixinStandardHelpOptions = true)
    static final class PluginRemoveCommand implements Callable<Integer> {
        private static final Path SUTS = Path.of(SutKeeper.FOLDER);

        @Parameters(index = "0", paramLabel = "NAME", description = "Id of the plugin, as ./plateau plugins lists it.")
        private String id = "";

        @Mixin
        private StoreOption where = new StoreOption();

        private Set<String> services() throws IOException {
            try (Installation own = Installation.open(List.of(where.folder()))) {
                return new PluginDescriptions(own)
                        .services().stream()
                                .filter(service -> service.plugin().equals(id))
                                .map(ServiceDescription::name)
                                .collect(Collectors.toSet());
            }
        }

        private static String left(String name, String service) {
            String folder = ShellWord.of(KeptSut.folder(SUTS, name));
            return KeptSut.find(SUTS, name).isPresent()
                    ? "SUT " + name + " of its service " + service + " was not stopped; do so with: "
                            + CommandName.called() + " sut stop " + name + " (its data stays in " + folder + ")"
                    : "The data of SUT " + name + " of its service " + service + " is kept; remove it with: rm -r "
                            + folder;
        }

        @Override
        public Integer call() throws IOException, UsageError {
            try {
                Set<String> services = services();
                where.store().remove(id);
                System.out.println(id + " is removed.");
                KeptSut.services(SUTS).forEach((name, service) -> {
                    if (services.contains(service)) {
                        System.out.println(left(name, service));
                    }
                });
                return ExitCode.PASS.code();
            } catch (RefusedPlugin e) {
                throw new UsageError(String.valueOf(e.getMessage()));
            }
        }
    }

    @Command(
            name = "install",
            description = {
                "Installs a plugin from its archive, or replaces another version of it.",
                "The plugin is loaded once, to see that it can be used: its code runs with the rights of this user, so"
                        + " install what you trust.",
                "A running console shows it at once. Do not replace a plugin while a run uses it."
            },
            footer = {"", "Example:", "  ./plateau plugin install acme-kv/target/acme-kv-1.0.plateau-plugin.zip"},
            mixinStandardHelpOptions = true)
    static final class PluginInstallCommand implements Callable<Integer> {
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

    static final class StoreOption {
        @Option(
                names = "--folder",
                paramLabel = "DIR",
                description = "Folder of installed plugins (default: ~/.plateau/plugins). "
                        + "Plateau finds another one by PLATEAU_PLUGINS.")
        private @Nullable Path folder;

        Path folder() {
            return folder == null ? Installation.pluginsOfUser() : folder;
        }

        PluginStore store() {
            return new PluginStore(folder(), Installation.pluginFolders());
        }
    }
}
