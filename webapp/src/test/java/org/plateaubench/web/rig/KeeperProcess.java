// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.app.Installation;
import org.plateaubench.app.SutRequest;
import org.plateaubench.app.sut.SutKeeper;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;

/** Keeps a SUT of the proving plugin as {@code plateau sut keep} does, in a process of its own. */
public final class KeeperProcess {
    private KeeperProcess() {}

    static List<String> command(SutRequest wanted, Path suts) {
        List<String> command = new ArrayList<>(wanted.keeperCommand(suts));
        command.replaceAll(word -> word.equals("org.plateaubench.cli.Start") ? KeeperProcess.class.getName() : word);
        return command;
    }

    /** Words as {@link SutRequest#keeperCommand} has them after the class. */
    public static void main(String[] words) throws Exception {
        List<String> all = List.of(words);
        String name = all.get(all.indexOf("--name") + 1);
        Path folder = Path.of(all.get(all.indexOf("--folder") + 1));
        try (Installation installation = Installation.of(PluginCatalog.of(new ProvingPlugin()))) {
            new SutKeeper(installation, folder).keep(all.get(2), name, SutRequest.takeSettings(System.in));
        }
    }
}
