// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.rig.RigAgents;
import picocli.CommandLine.Option;

/** The credentials of a controller, from an option or an environment variable. */
public final class ControllerCredentials {
    private static final String VARIABLE = RigAgents.CREDENTIALS_VARIABLE;

    @Option(
            names = "--credentials",
            description = "Credentials of a controller of the broker, which 'broker add-controller' writes"
                    + " (default: what the variable " + VARIABLE + " names).")
    private @Nullable Path file;

    public boolean isGiven() {
        return file != null;
    }

    public Path file(String purpose) throws UsageError {
        return fileIfAny()
                .orElseThrow(() -> new UsageError(
                        purpose + " needs the credentials of a controller of the broker: --credentials FILE, or"
                                + " the variable " + VARIABLE + " (./plateau broker add-controller NAME makes them)."));
    }

    public Optional<Path> fileIfAny() {
        String named = System.getenv(VARIABLE);
        if (file != null) {
            return Optional.of(file);
        }
        return named == null || named.isBlank() ? Optional.empty() : Optional.of(Path.of(named));
    }
}
