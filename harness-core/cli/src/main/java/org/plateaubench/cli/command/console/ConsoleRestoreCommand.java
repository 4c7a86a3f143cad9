// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.console;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.plateaubench.app.console.ConsoleLoader;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.UsageError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Restores a backup into the folder of a console. */
@Command(
        name = "restore",
        description = {
            "Restores a backup into the folder of a console that is not running.",
            "Afterwards all users must sign in again, the queue is paused, and API tokens are as they were when the backup"
                    + " was made."
        },
        footer = {"", "Example:", "  ./plateau console restore --from console-backup.zip --replace"},
        mixinStandardHelpOptions = true)
final class ConsoleRestoreCommand implements Callable<Integer> {
    @Mixin
    private ConsoleData data = new ConsoleData();

    @Option(
            names = "--from",
            paramLabel = "FILE",
            required = true,
            description = "File that ./plateau console backup wrote.")
    private Path from = Path.of("");

    @Option(
            names = "--replace",
            description =
                    "Restore even if the folder has accounts; the existing data is kept beside the restored" + " data.")
    private boolean replace;

    @Override
    public Integer call() throws IOException, UsageError {
        UsageError.requireFile(from, "--from: ");
        ConsoleLibraries.quiet();
        Optional<Path> kept = ConsoleLoader.restore(from, data.folder, replace);
        System.out.println("Restored " + from + " into " + data.folder + "."
                + kept.map(folder -> " The previous data is in " + folder + ".").orElse(""));
        System.out.println("The queue is paused, and API tokens revoked since the backup work again.");
        return ExitCode.PASS.code();
    }
}
