// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import org.plateaubench.app.AgentForm;
import picocli.CommandLine.Option;

/** The option that says where the agent of a run on this host runs. */
final class AgentOption {
    @Option(
            names = "--agent",
            paramLabel = "FORM",
            defaultValue = "thread",
            description = {
                "Where the load comes from: 'thread' is a thread of this process (default: ${DEFAULT-VALUE}),",
                "'process' a JVM of its own with the same options, which starts within about a second."
            })
    private String form = "";

    AgentForm form() throws UsageError {
        return switch (form) {
            case "thread" -> AgentForm.THREAD;
            case "process" -> AgentForm.PROCESS;
            default -> throw new UsageError("--agent is 'thread' or 'process', not '" + form + "'.");
        };
    }

    /** The console decides how the processes of its runs are started. */
    void refuseForConsole() throws UsageError {
        if (form() != AgentForm.THREAD) {
            throw new UsageError("--agent " + form + " is for a run on this host; leave it out with --console.");
        }
    }
}
