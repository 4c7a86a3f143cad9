// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.console;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.cli.command.SecretFile;
import org.plateaubench.cli.command.UsageError;
import picocli.CommandLine.Option;

/** The options of a console that name the receiver of a message at the end of each run. */
final class NotifyOptions {
    private static final String SECRET = "PLATEAU_NOTIFY_SECRET";

    @Option(
            names = "--notify",
            paramLabel = "URL",
            description = "Send a JSON message to this address at the end of each run.")
    private @Nullable String address;

    @Option(
            names = "--notify-secret-file",
            paramLabel = "FILE",
            description = "File with a secret to send along, as 'Authorization: Bearer SECRET'%n(default: the"
                    + " environment's " + SECRET + ").")
    private @Nullable Path secretFile;

    /**
     * The receiver in the options, if any.
     *
     * @throws UsageError when its address is wrong, or the secret cannot be read or sent
     */
    Optional<ConsoleOptions.Receiver> receiver() throws UsageError {
        if (address == null) {
            if (secretFile != null) {
                throw new UsageError("--notify-secret-file goes with --notify");
            }
            return Optional.empty();
        }
        String secret = secretFile == null
                ? Objects.requireNonNullElse(System.getenv(SECRET), "").strip()
                : SecretFile.read(secretFile, "--notify-secret-file");
        if (!secret.chars().allMatch(letter -> letter > ' ' && letter < 127)) {
            throw new UsageError("the secret of --notify must consist of ASCII characters without spaces");
        }
        return Optional.of(new ConsoleOptions.Receiver(checked(address), secret));
    }

    private static URI checked(String text) throws UsageError {
        try {
            URI found = new URI(text);
            boolean isHttp = "http".equalsIgnoreCase(found.getScheme()) || "https".equalsIgnoreCase(found.getScheme());
            if (isHttp && found.getHost() != null && found.getUserInfo() == null) {
                return found;
            }
        } catch (URISyntaxException e) {
            // Refused below.
        }
        throw new UsageError("--notify must be an http or https address without a user, such as"
                + " https://ci.lab/hooks/plateau, and not '" + text + "'");
    }
}
