// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.plateaubench.app.console.ConsoleLoader;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.UsageError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a backup of a console's data. */
@Command(
        name = "backup",
        description = {
            "Writes accounts, API tokens, the audit log and the queue of a console into one file.",
            "The console may keep running. Runs are not included: copy their directories to back them up."
        },
        footer = {"", "Example:", "  ./plateau console backup --to console-backup.zip"},
        mixinStandardHelpOptions = true)
final class ConsoleBackupCommand implements Callable<Integer> {
    @Mixin
    private ConsoleData data = new ConsoleData();

    @Option(names = "--to", paramLabel = "FILE", required = true, description = "File to write; it must not exist yet.")
    private Path to = Path.of("");

    @Override
    public Integer call() throws IOException, UsageError {
        UsageError.requireNew(to);
        ConsoleLibraries.quiet();
        ConsoleLoader.backup(data.folder, to);
        System.out.println(
                "Wrote " + to + ". It holds digests of passwords: store it where only administrators can read it.");
        return ExitCode.PASS.code();
    }
}
