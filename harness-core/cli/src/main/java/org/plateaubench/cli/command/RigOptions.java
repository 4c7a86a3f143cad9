// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.rig.RigAgents;
import picocli.CommandLine.Option;

/** The agents of other hosts that drive a run. */
final class RigOptions {
    @Option(
            names = "--agents",
            paramLabel = "NAME",
            split = ",",
            description = "Agents of a broker that drive the load, separated by commas%n(default: this host).")
    private List<String> agents = List.of();

    @Option(
            names = "--credentials",
            paramLabel = "FILE",
            description = "Credentials of a controller for --agents, from ./plateau broker add-controller.")
    private @Nullable Path credentials;

    /** The application with the agents of the options. */
    RunApplication of(RunApplication application) throws IOException, UsageError {
        if (agents.isEmpty() != (credentials == null)) {
            throw new UsageError("--agents and --credentials belong together");
        }
        if (new LinkedHashSet<>(agents).size() < agents.size()) {
            throw new UsageError("--agents names an agent twice");
        }
        return credentials == null ? application : application.withAgents(RigAgents.of(credentials, agents));
    }

    /** Agents are for a run of this process. */
    void refuseForConsole() throws UsageError {
        if (!agents.isEmpty()) {
            throw new UsageError("--agents is for a run of this host, not for one of a console");
        }
    }
}
