// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;

@Isolated
final class PlateauCommandTest {
    @Test
    void groupedHelpListsEveryCommand() {
        CommandLine command = PlateauCommand.commandLine();
        String usage = command.getUsageMessage();
        assertThat(usage).contains("\nRun\n", "\nResults\n", "\nStudies\n", "\nRigs\n", "\nPlugins\n", "\nSet-up\n");
        command.getSubcommands()
                .forEach((name, subcommand) -> assertThat(
                                usage.lines().filter(line -> line.startsWith("  " + name + " ")))
                        .as(name)
                        .hasSize(subcommand.getCommandSpec().usageMessage().hidden() ? 0 : 1));
        assertThat(usage.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void suggestionIsMadeForMistypedCommand() {
        assertThat(errors("rnu", "x")).contains("unknown command 'rnu'", "Did you mean: run?");
        assertThat(errors("run", "x", "--quite")).contains("unknown option '--quite'", "Did you mean: --quiet?");
        assertThat(errors("jugde")).contains("Did you mean: judge?");
        assertThat(errors("audits")).doesNotContain("Did you mean");
        assertThat(errors("plugins", "a", "b")).contains("unknown argument 'b'").doesNotContain("Did you mean");
    }

    @Test
    void optionBeforeSubcommandIsRefused() {
        assertThat(errors("runs", "--runs-dir", "x", "prune", "--older", "1d"))
                .contains("'prune' does not read '--runs-dir' before it; write its options after 'prune'.");
        assertThat(errors("broker", "--port", "4333", "remove-agent", "load1"))
                .contains("'remove-agent' does not read '--port' before it");
    }

    @Test
    void commandGroupListsSubcommands() {
        assertThat(errors("rig")).contains("plateau: name a subcommand: down, status, up.");
        assertThat(errors("new")).contains("name a subcommand: sql, web.");
    }

    private static String errors(String... arguments) {
        StringWriter printed = new StringWriter();
        assertThat(PlateauCommand.commandLine().setErr(new PrintWriter(printed)).execute(arguments))
                .isEqualTo(4);
        return printed.toString();
    }

    @Test
    void failureMessageIsASentence() {
        assertThat(PlateauCommand.sentence(new AccessDeniedException("/srv/x"))).isEqualTo("/srv/x: permission denied");
        assertThat(PlateauCommand.sentence(new NoSuchFileException("/nowhere")))
                .isEqualTo("/nowhere: there is no such file or folder");
        assertThat(PlateauCommand.sentence(new NoSuchFileException("/nowhere/out.zip.part")))
                .isEqualTo("/nowhere: there is no such folder");
        assertThat(PlateauCommand.sentence(new FileSystemException("/srv/x", null, "No space left on device")))
                .isEqualTo("/srv/x: No space left on device");
        assertThat(PlateauCommand.sentence(new IOException("SUT db runs."))).isEqualTo("SUT db runs.");
        assertThat(PlateauCommand.sentence(new IllegalStateException("bug"))).contains("IllegalStateException", "bug");
    }
}
