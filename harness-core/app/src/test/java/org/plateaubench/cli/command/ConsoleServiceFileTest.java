// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.cli.PlateauCommand;
import picocli.CommandLine;

/** The unit file that is shipped for systemd starts the console as it is now, with few rights. */
final class ConsoleServiceFileTest {
    private static List<String> unit() throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve("configs/systemd"))) {
            folder = folder.getParent();
        }
        return Files.readAllLines(Objects.requireNonNull(folder).resolve("configs/systemd/plateau-console.service"));
    }

    @Test
    void itsCommandLineIsOneThatThereIs() throws IOException {
        String start = unit().stream()
                .filter(line -> line.startsWith("ExecStart="))
                .findFirst()
                .orElseThrow();
        List<String> words = List.of(start.substring("ExecStart=".length()).split(" ", -1));
        assertThat(words.getFirst()).endsWith("/plateau");
        CommandLine.ParseResult parsed = PlateauCommand.commandLine()
                .parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("console");
    }

    @Test
    void itRunsAsAUserOfItsOwnAndItsRunsOutliveIt() throws IOException {
        assertThat(unit())
                .contains(
                        "User=plateau",
                        "NoNewPrivileges=yes",
                        "CapabilityBoundingSet=",
                        "ProtectSystem=strict",
                        "ProtectHome=yes",
                        "KillMode=process")
                .doesNotContain("User=root");
    }
}
