// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;

/**
 * The options of a console. Immutable.
 *
 * @param proxy reverse proxy that also signs users in; empty for none
 * @param allowFile file of the administrator with the programs, files and secrets that runs may name; empty for none
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
    /** A controller's credentials, with which the console shows agents and its runs use them; may be missing. */
    public Path rigCredentials() {
        return rigCredentials(data);
    }

    public static Path rigCredentials(Path data) {
        return data.resolve("rig.credentials").toAbsolutePath();
    }

    public record Receiver(URI address, String secret) {
        @Override
        public String toString() {
            return "Receiver[" + address + "]";
        }
    }

    /**
     * The hosts that may reach a console, and how. Immutable.
     *
     * @param insecure whether the console may serve other machines without TLS
     * @param newToken whether to create a token for the first sign-in although an account exists
     */
    public record Exposure(
            List<String> allowedHosts,
            Optional<Path> keystore,
            String keystorePassword,
            boolean insecure,
            boolean newToken) {

        @Override
        public String toString() {
            return "Exposure[" + allowedHosts + ", " + keystore + ", insecure=" + insecure + "]";
        }
    }

    /** A reverse proxy that signs users in; its header counts only from this address. Immutable. */
    public record TrustedProxy(String header, InetAddress address) {
        private static final String EXAMPLE = "--trust-header X-Forwarded-User --from 127.0.0.2";

        public static Optional<TrustedProxy> of(@Nullable String header, @Nullable String from) throws UsageError {
            if (header == null && from == null) {
                return Optional.empty();
            }
            if (header == null || from == null) {
                throw new UsageError("--trust-header and --from must be used together, such as " + EXAMPLE + ".");
            }
            if (!header.matches("[A-Za-z0-9-]+")) {
                throw new UsageError("--trust-header is the name of a header: letters, digits and -, such as "
                        + "X-Forwarded-User, and not '" + header + "'.");
            }
            InetAddress address = addressOf(from);
            if (address == null || address.isAnyLocalAddress()) {
                throw new UsageError(
                        "--from is the IP address of one proxy, such as 127.0.0.2, and not '" + from + "'.");
            }
            return Optional.of(new TrustedProxy(header, address));
        }

        public boolean isAt(String remote) {
            return address.equals(addressOf(remote));
        }

        private static @Nullable InetAddress addressOf(String text) {
            try {
                return InetAddress.ofLiteral(text.replaceAll("^\\[(.*)]$", "$1"));
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
    }

    /** The rights with which a process runs, with checks that they suffice for its folders. Immutable. */
    public record ConsoleRights(String user) {
        private static final Path SELF = Path.of("/proc/self");

        public static ConsoleRights ofThisProcess() throws IOException {
            return of(System.getProperty("user.name"), SELF);
        }

        /** A user without an entry on this host, as in a container, has only a number, the owner of a file. */
        static ConsoleRights of(String name, Path own) throws IOException {
            return new ConsoleRights(name.equals("?") ? Files.getOwner(own).getName() : name);
        }

        public boolean isRoot() {
            return user.equals("root");
        }

        public void requireData(Path folder) throws IOException {
            requireWritable(folder, "--data");
            if (isRoot() || !Files.isDirectory(folder)) {
                return;
            }
            if (!user.equals(Files.getOwner(folder).getName())) {
                throw notWritable(folder, "--data");
            }
            try (Stream<Path> files = Files.list(folder)) {
                if (!files.allMatch(file -> Files.isWritable(file) || Files.notExists(file))) {
                    throw notWritable(folder, "--data");
                }
            }
        }

        public void requireWritable(Path folder, String option) throws IOException {
            Path absolute = folder.toAbsolutePath().normalize();
            if (Files.exists(absolute)) {
                if (!Files.isWritable(absolute)) {
                    throw notWritable(absolute, option);
                }
                return;
            }
            Path existing = absolute;
            while (existing.getParent() != null && Files.notExists(existing)) {
                existing = existing.getParent();
            }
            if (!Files.isWritable(existing)) {
                throw new IOException(absolute + " does not exist and " + user
                        + " may not create it; create it with: sudo install -d -o " + user + " "
                        + absolute + ", or name another folder with " + option + ".");
            }
        }

        private IOException notWritable(Path folder, String option) {
            return new IOException(folder + " cannot be written by " + user + "; give it to that user"
                    + " with: sudo chown -R " + user + " " + folder + ", or name another folder with " + option + ".");
        }
    }
}
