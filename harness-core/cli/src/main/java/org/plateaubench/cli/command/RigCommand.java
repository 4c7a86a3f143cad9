// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.util.List;
import org.plateaubench.app.rig.RigWatch;
import org.plateaubench.app.rig.SeenAgent;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What concerns the agents of a broker together. */
@Command(
        name = "rig",
        description = "Shows the agents of a broker, and starts and ends agents on other hosts over ssh.",
        footer = {
            "",
            "Examples:",
            "  ./plateau rig status --credentials desk.credentials",
        },
        mixinStandardHelpOptions = true)
public final class RigCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "rig needs status, up or down");
    }

    @Command(
            name = "status",
            description = "Lists the agents that a broker has, with host, version, labels, clock and calibration.",
            footer = {"", "Example:", "  ./plateau rig status --credentials desk.credentials"},
            mixinStandardHelpOptions = true)
    int status(@Mixin ControllerCredentials credentials) throws IOException, InterruptedException, UsageError {
        try (RigWatch watch = RigWatch.open(credentials.file("rig status"))) {
            List<SeenAgent> agents = watch.all();
            if (agents.isEmpty()) {
                System.out.println("No agent is heard at " + watch.broker() + ".");
            }
            for (SeenAgent agent : agents) {
                agent.lines().forEach(System.out::println);
                if (!agent.problem().isEmpty()) {
                    System.out.println("  " + agent.problem());
                }
            }
            return ExitCode.PASS.code();
        }
    }
}
