// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.rig.RigWatch;
import org.plateaubench.app.rig.SeenAgent;
import org.plateaubench.app.rig.SshAgents;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ControllerCredentials;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.engine.config.RigFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rig",
        description = "Shows the agents of a broker, and starts and ends agents on other hosts over ssh.",
        footer = {
            "  ./plateau rig up lab.yaml",
            "  ./plateau rig status --credentials desk.credentials",
            "  ./plateau rig down lab.yaml"
        })
public final class RigCommand {
    @Command(
            name = "status",
            description =
                    "Lists the agents that are connected to a broker, with host, version, labels, clock and calibration.",
            footer = "  ./plateau rig status --credentials desk.credentials")
    void status(@Mixin ControllerCredentials credentials) throws IOException, InterruptedException {
        try (RigWatch watch = RigWatch.open(credentials.file("rig status"))) {
            List<SeenAgent> agents = watch.all();
            if (agents.isEmpty()) {
                System.out.println("No agent is heard at " + watch.broker() + ".");
            }
            for (SeenAgent agent : agents) {
                agent.lines().stream().map(CommandName::in).forEach(System.out::println);
                if (!agent.problem().isEmpty()) {
                    System.out.println("  " + CommandName.in(agent.problem()));
                }
            }
        }
    }

    @Command(
            name = "up",
            description = {
                "Starts the agents of a rig that have 'ssh', with the system's ssh, and waits until they have reached their"
                        + " broker. Agents that are already running are not touched.",
                "ssh cannot ask for a password: it needs a key, and the key of the host must be known."
            },
            footer = "  ./plateau rig up lab.yaml")
    int up(@Mixin RigOverSsh rig) throws IOException, InterruptedException, WrongConfiguration {
        return end(SshAgents.up(rig.rig(), rig.configuration, RigCommand::print));
    }

    @Command(
            name = "down",
            description = "Ends the agents that rig up has started.",
            footer = "  ./plateau rig down lab.yaml")
    int down(@Mixin RigOverSsh rig) throws IOException, InterruptedException, WrongConfiguration {
        return end(SshAgents.down(rig.rig(), rig.configuration, RigCommand::print));
    }

    private static void print(String sentence) {
        System.out.println(sentence);
    }

    private static int end(List<String> failures) {
        failures.forEach(CommandName::report);
        return (failures.isEmpty() ? ExitCode.PASS : ExitCode.CANNOT).code();
    }

    static final class RigOverSsh {
        @Parameters(index = "0", description = "File of the rig (YAML).")
        private Path file = Path.of("");

        @Option(names = "--ssh-config", description = "Configuration file of ssh (default: the user's).")
        private @Nullable Path configuration;

        RigSpec rig() throws WrongConfiguration {
            return RigFile.read(file);
        }
    }
}
