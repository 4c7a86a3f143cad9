// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.cli.command.UsageError;
import picocli.CommandLine.Option;

/** The options with which a console starts a process for a user who may not have a shell on this host. */
final class ConsoleUserOptions {
    @Option(
            names = "--files-from",
            hidden = true,
            description = "Folder to which the file names of secrets are relative.")
    private @Nullable Path filesFrom;

    @Option(names = "--files-within", hidden = true, description = "Folder of run files; run files may name its files.")
    private @Nullable Path filesWithin;

    @Option(
            names = "--allow-list",
            hidden = true,
            description = "File that lists what else of the host run files may name.")
    private @Nullable Path allowList;

    /**
     * The origin of the request; empty for a request from the shell.
     *
     * @throws UsageError when only some of the options were given
     */
    Optional<RunOrigin> origin() throws UsageError {
        Path from = filesFrom;
        Path within = filesWithin;
        Path allowed = allowList;
        if (from == null && within == null && allowed == null) {
            return Optional.empty();
        }
        if (from == null || within == null || allowed == null) {
            throw new UsageError("--files-from, --files-within and --allow-list go together");
        }
        return Optional.of(new RunOrigin(from, within, new AllowListFile(allowed)));
    }
}
