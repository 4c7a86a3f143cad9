// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.plateaubench.cli.PlateauCommand;
import picocli.CommandLine;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
final class CommandNameTest {
    private static final String PROPERTY = "plateau.command";

    private static String as(String called, String text) {
        System.setProperty(PROPERTY, called);
        try {
            return CommandName.in(text);
        } finally {
            System.clearProperty(PROPERTY);
        }
    }

    @Test
    void messagesUseInvokedProgramName() {
        assertThat(as("plateau", "stop it with: ./plateau sut stop db."))
                .isEqualTo("stop it with: plateau sut stop db.");
        assertThat(as("/opt/$1/plateau", "('./plateau runs' lists them)"))
                .isEqualTo("('/opt/$1/plateau runs' lists them)");
        assertThat(as("plateau", "over\n./plateau\nlines")).isEqualTo("over\nplateau\nlines");
        assertThat(CommandName.in("try ./plateau runs")).isEqualTo("try ./plateau runs");
    }

    @Test
    void filePathsAreNotChanged() {
        String files = "../plateau run and a/./plateau run, ./plateau/runs, ./plateau.yaml";
        assertThat(as("plateau", files)).isEqualTo(files);
    }

    @Test
    void helpUsesInvokedProgramName() {
        System.setProperty(PROPERTY, "plateau");
        try {
            CommandLine root = CommandName.nameInHelp(PlateauCommand.commandLine());
            assertNamed(root);
        } finally {
            System.clearProperty(PROPERTY);
        }
    }

    private static void assertNamed(CommandLine command) {
        assertThat(command.getUsageMessage()).contains("Usage: plateau").doesNotContain("./plateau");
        command.getSubcommands().values().forEach(CommandNameTest::assertNamed);
    }
}
