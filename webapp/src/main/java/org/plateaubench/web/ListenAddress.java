// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.SignInProvider;
import org.plateaubench.web.http.server.ServerAddress;

/** The address at which a console listens, from its options and checked for safety. */
final class ListenAddress {
    private ListenAddress() {}

    /**
     * Returns the address that the options name.
     *
     * @throws IOException with a message for the user when the address is unsafe or does not exist
     */
    static ServerAddress of(ConsoleOptions options) throws IOException {
        ConsoleOptions.Exposure exposure = options.exposure();
        Optional<ServerAddress.Certificate> certificate = Optional.empty();
        if (exposure.keystore().isPresent()) {
            Path keystore = exposure.keystore().get();
            if (!Files.isReadable(keystore)) {
                throw new IOException(keystore + ": the keystore does not exist or cannot be read");
            }
            certificate = Optional.of(new ServerAddress.Certificate(keystore, exposure.keystorePassword()));
        }
        if (certificate.isEmpty() && !exposure.insecure() && !isLoopback(options.host())) {
            throw new IOException("the console serves other machines (--host " + options.host()
                    + ") only over TLS: give --tls-keystore FILE, or put a proxy that speaks TLS in front of a console"
                    + " on 127.0.0.1; --insecure serves passwords unencrypted to anyone on the network");
        }
        List<String> names = new ArrayList<>(exposure.allowedHosts());
        options.provider().flatMap(SignInProvider::publicAddress).ifPresent(address -> names.add(address.getHost()));
        return new ServerAddress(options.host(), options.port(), names, certificate);
    }

    private static boolean isLoopback(String host) throws IOException {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IOException("'" + host + "' is not an address of this machine", e);
        }
    }
}
