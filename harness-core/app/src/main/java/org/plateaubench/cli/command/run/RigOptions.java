// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.AgentForm;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.cli.command.ControllerCredentials;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.engine.config.key.RigSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

final class RigOptions {
    @Option(
            names = "--agent",
            paramLabel = "FORM",
            defaultValue = "thread",
            description = {
                "What drives the load of this host: 'thread' is a thread of this process (default: ${DEFAULT-VALUE}),"
                        + " 'process' a separate JVM with the same options, which takes about a second to start."
            })
    private String form = "";

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

    RunApplication of(RunApplication application) throws IOException, UsageError {
        if (new LinkedHashSet<>(agents).size() < agents.size()) {
            throw new UsageError("--agents names an agent twice");
        }
        UsageError.requireAgents(agents);
        AgentForm here = form();
        if (agents.isEmpty()) {
            return application.withAgents(here);
        }
        if (here != AgentForm.THREAD) {
            throw new UsageError("--agent " + form + " is for the agent of this host; leave it out with --agents");
        }
        return application.withAgents(RigAgents.of(credentials.file("--agents"), agents));
    }

    /**
     * The application with the agents in a run file, which are searched at the broker if there are any. Runs are planned
     * before, so that problems of their files are reported first.
     */
    RunApplication of(RunApplication application, @Nullable RigSpec rig)
            throws IOException, UsageError, InterruptedException {
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
        if (form() != AgentForm.THREAD) {
            throw new UsageError("--agent " + form + " is for the agent of this host, and the run file names those of a"
                    + " broker");
        }
        return application.withAgents(RigAgents.of(credentials.file("The rig of the run file"), rig));
    }

    /** The credentials of a controller, if there are any. */
    Optional<Path> credentials() {
        return credentials.fileIfAny();
    }

    private AgentForm form() throws UsageError {
        return switch (form) {
            case "thread" -> AgentForm.THREAD;
            case "process" -> AgentForm.PROCESS;
            default -> throw new UsageError("--agent is 'thread' or 'process', not '" + form + "'");
        };
    }

    /** Refuses options for agents when the run is submitted to a console. */
    void refuseForConsole() throws UsageError {
        if (!agents.isEmpty()) {
            throw new UsageError("--agents is for a run of this host, not for one of a console");
        }
        if (form() != AgentForm.THREAD) {
            throw new UsageError("--agent " + form + " is for a run on this host; leave it out with --console");
        }
    }
}
