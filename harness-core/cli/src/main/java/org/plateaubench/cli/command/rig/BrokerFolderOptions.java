// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.rig.Broker;
import picocli.CommandLine.Option;

/** The options that select the broker of a command. */
final class BrokerFolderOptions {
    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Folder of the broker: certificate, users, leases (default: .plateau/broker at home).")
    private Path folder = Broker.defaultFolder();

    @Option(
            names = "--server",
            paramLabel = "PATH",
            description = "Program nats-server (default: the one on the search path).")
    private @Nullable Path server;

    Path folder() {
        return folder;
    }

    @Nullable
    Path server() {
        return server;
    }
}
