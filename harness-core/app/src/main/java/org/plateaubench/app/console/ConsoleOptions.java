// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The options of a console. Immutable.
 *
 * @param port port on which it serves, 0 for any free one
 * @param receiver receiver of a message at the end of each run; empty for none
 * @param proxy reverse proxy that signs users in besides the console; empty for none
 * @param allowFile file of the administrator that names what runs may name of the host; empty for none
 */
public record ConsoleOptions(
        String host,
        int port,
        Path runs,
        Path studies,
        Path files,
        Path data,
        List<String> launcher,
        Optional<Receiver> receiver,
        Exposure exposure,
        Optional<TrustedProxy> proxy,
        Optional<Path> allowFile) {
    /**
     * The credentials of a controller, with which this console shows the agents of a broker and its runs use them. An
     * administrator with access to the folder creates the file; it need not exist.
     */
    public Path rigCredentials() {
        return rigCredentials(data);
    }

    /** Like {@link #rigCredentials()}, but for the given folder of a console's data. */
    public static Path rigCredentials(Path data) {
        return data.resolve("rig.credentials").toAbsolutePath();
    }

    /**
     * The receiver of a message at the end of each run. Immutable.
     *
     * @param secret secret that shows the receiver who sends; empty for none
     */
    public record Receiver(URI address, String secret) {
        /** Omits the secret. */
        @Override
        public String toString() {
            return "Receiver[" + address + "]";
        }
    }

    /**
     * The hosts that may reach a console, and how. Immutable.
     *
     * @param allowedHosts further host names that it answers to
     * @param keystore PKCS 12 file with certificate and key, for TLS; empty for none
     * @param insecure whether it may serve other machines than this one without TLS
     * @param newToken whether to create a token for the first sign-in although an account exists
     */
    public record Exposure(
            List<String> allowedHosts,
            Optional<Path> keystore,
            String keystorePassword,
            boolean insecure,
            boolean newToken) {

        /** Omits the password. */
        @Override
        public String toString() {
            return "Exposure[" + allowedHosts + ", " + keystore + ", insecure=" + insecure + "]";
        }
    }
}
