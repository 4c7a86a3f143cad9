// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.plateaubench.app.Installation;
import org.plateaubench.app.plugin.PluginDescriptions;
import org.plateaubench.app.plugin.RefusedPlugin;
import org.plateaubench.app.plugin.ServiceDescription;
import org.plateaubench.app.sut.KeptSut;
import org.plateaubench.app.sut.SutKeeper;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.cli.display.ShellWord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes an installed plugin. */
@Command(
        name = "remove",
        description = "Removes a plugin that was installed with plugin install. The results of its runs remain"
                + " readable.",
        footer = {"", "Example:", "  ./plateau plugin remove acme-kv"},
        mixinStandardHelpOptions = true)
final class PluginRemoveCommand implements Callable<Integer> {
    private static final Path SUTS = Path.of(SutKeeper.FOLDER);

    @Parameters(index = "0", paramLabel = "NAME", description = "Id of the plugin, as plugin list shows it.")
    private String id = "";

    @Mixin
    private StoreOption where = new StoreOption();

    /** The SUT services of the plugin, which is loaded for this. */
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
                ? "SUT " + name + " of its service " + service + " was not stopped; do so with: " + CommandName.called()
                        + " sut stop " + name + " (its data stays in " + folder + ")"
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
