// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.LaunchedPlateau;

/** A console is backed up while it runs, is killed, and is restored from the backup, each with one command. */
@Tag("slow")
final class ConsoleBackupIT {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aBackupOfAConsoleThatRunsBringsItsAccountsBack() throws IOException, InterruptedException {
        Path data = folder.resolve("console");
        Path records = data.resolve("records.mv.db");
        Path backup = folder.resolve("backup.zip");
        try (ConsoleProcess console = ConsoleProcess.start(folder, 0)) {
            SignedIn.first(console);
            run(0, "backup", "--to", backup.toString(), "--data", data.toString());
            assertThat(run(3, "restore", "--replace", "--from", backup.toString(), "--data", data.toString()))
                    .contains("another console uses");
            console.kill();
        }
        assertThat(run(3, "restore", "--from", backup.toString(), "--data", data.toString()))
                .contains("--replace");
        Files.write(records, new byte[0]);
        LaunchedPlateau damaged = LaunchedPlateau.run(folder, "console", "--port", "0", "--data", data.toString());
        assertThat(damaged.exitCode()).isEqualTo(3);
        assertThat(damaged.errors()).contains("is damaged", "console restore --replace", "--new-records");
        assertThat(records).isEmptyFile();
        assertThat(run(0, "restore", "--replace", "--from", backup.toString(), "--data", data.toString()))
                .contains("before-restore-001");
        try (ConsoleProcess console = ConsoleProcess.start(folder, 0)) {
            assertThat(console.everything()).doesNotContain("Sign in for the first time");
        }
    }

    private String run(int code, String command, String... options) throws IOException, InterruptedException {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "console";
        arguments[1] = command;
        System.arraycopy(options, 0, arguments, 2, options.length);
        LaunchedPlateau done = LaunchedPlateau.run(folder, arguments);
        assertThat(done.exitCode()).as(done.everything()).isEqualTo(code);
        return done.everything();
    }
}
