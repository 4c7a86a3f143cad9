// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.AgentForm;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.rig.RigAgents;
import picocli.CommandLine.Option;

/** The agents that drive a run. */
final class RigOptions {
    @Option(
            names = "--agent",
            paramLabel = "FORM",
            defaultValue = "thread",
            description = {
                "Where the load of this host comes from: 'thread' is a thread of this process (default:"
                        + " ${DEFAULT-VALUE}), 'process' a JVM of its own with the same options, which starts within"
                        + " about a second."
            })
    private String form = "";

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
        AgentForm here = form();
        if (credentials != null && here != AgentForm.THREAD) {
            throw new UsageError("--agent " + form + " is for the agent of this host; leave it out with --agents");
        }
        return credentials == null
                ? application.withAgents(here)
                : application.withAgents(RigAgents.of(credentials, agents));
    }

    private AgentForm form() throws UsageError {
        return switch (form) {
            case "thread" -> AgentForm.THREAD;
            case "process" -> AgentForm.PROCESS;
            default -> throw new UsageError("--agent is 'thread' or 'process', not '" + form + "'");
        };
    }

    /** Agents are for a run of this process. */
    void refuseForConsole() throws UsageError {
        if (!agents.isEmpty()) {
            throw new UsageError("--agents is for a run of this host, not for one of a console");
        }
        if (form() != AgentForm.THREAD) {
            throw new UsageError("--agent " + form + " is for a run on this host; leave it out with --console");
        }
    }
}
