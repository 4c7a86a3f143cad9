// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.cli.PlateauCommand;
import picocli.CommandLine;

/** The unit file of agents starts the agent as it is now, with few rights. */
final class AgentServiceFileTest {
    private static final Path UNIT = Path.of("../../configs/rigs/plateau-agent.service");

    @Test
    void itsCommandLineIsOneThatThereIs() throws IOException {
        String start = Files.readAllLines(UNIT).stream()
                .filter(line -> line.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow();
        List<String> words = List.of(start.substring("ExecStart=".length()).split(" ", -1));
        CommandLine.ParseResult parsed = new CommandLine(new PlateauCommand())
                .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("agent");
    }

    @Test
    void itRunsOnlyWhatIsAllowedAsAUserOfItsOwn() throws IOException {
        assertThat(Files.readAllLines(UNIT))
                .contains("User=plateau-agent", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict")
                .noneMatch(line -> line.contains("--allow any"));
    }
}
