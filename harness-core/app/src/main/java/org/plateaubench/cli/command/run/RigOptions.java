// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.cli.command.ControllerCredentials;
import org.plateaubench.engine.config.key.RigSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

final class RigOptions {
    @Option(
            names = "--agents",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Agents of a broker that drive the load, separated by commas (default: the rig of the run file,"
                            + " otherwise this host).")
    private List<String> agents = List.of();

    @Mixin
    private ControllerCredentials credentials = new ControllerCredentials();

    RunApplication of(RunApplication application) throws IOException {
        if (new LinkedHashSet<>(agents).size() < agents.size()) {
            throw new UsageError("--agents names an agent twice");
        }
        RigAgents.requireNames(agents);
        return agents.isEmpty()
                ? application
                : application.withAgents(RigAgents.of(credentials.file("--agents"), agents));
    }

    /** Runs are planned before, so that problems of their files are reported before agents are searched. */
    RunApplication of(RunApplication application, @Nullable RigSpec rig) throws IOException, InterruptedException {
        if (rig == null || !rig.isOfBroker()) {
            if (agents.isEmpty() && credentials.isGiven()) {
                throw new UsageError("--credentials is for agents of a broker, and neither --agents nor the run file"
                        + " names any");
            }
            return application;
        }
        if (!agents.isEmpty()) {
            throw new UsageError("The run file names the agents of its rig; leave --agents out");
        }
        return application.withAgents(RigAgents.of(credentials.file("The rig of the run file"), rig));
    }

    Optional<Path> credentials() {
        return credentials.fileIfAny();
    }

    /** Refuses options for agents when the run is submitted to a console. */
    void refuseForConsole() throws UsageError {
        if (!agents.isEmpty()) {
            throw new UsageError("--agents is for a run of this host, not for one of a console");
        }
    }
}
