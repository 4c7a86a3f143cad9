// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.plugin;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PluginFolders;
import org.plateaubench.app.install.PluginStore;
import picocli.CommandLine.Option;

/** The option for the folder of installed plugins. */
final class StoreOption {
    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Folder of installed plugins (default: ~/.plateau/plugins).%n"
                    + "Plateau finds another one by PLATEAU_PLUGINS.")
    private @Nullable Path folder;

    Path folder() {
        return folder == null ? PluginStore.ofUser() : folder;
    }

    PluginStore store() {
        return new PluginStore(folder(), PluginFolders.all());
    }
}
