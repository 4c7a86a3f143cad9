// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.WrongOption;
import org.plateaubench.web.http.server.ServerAddress;

/** The address at which a console listens, from its options and checked for safety. */
final class ListenAddress {
    private ListenAddress() {}

    /**
     * Returns the address that the options name.
     *
     * @throws WrongOption when the address is unsafe or does not exist
     */
    static ServerAddress of(ConsoleOptions options) throws WrongOption {
        ConsoleOptions.Exposure exposure = options.exposure();
        Optional<ServerAddress.Certificate> certificate = Optional.empty();
        if (exposure.keystore().isPresent()) {
            Path keystore = exposure.keystore().get();
            if (!Files.isReadable(keystore)) {
                throw new WrongOption(keystore + ": the keystore does not exist or cannot be read");
            }
            certificate = Optional.of(new ServerAddress.Certificate(keystore, exposure.keystorePassword()));
        }
        if (certificate.isEmpty() && !exposure.insecure() && !isLoopback(options.host())) {
            throw new WrongOption("the console serves other machines (--host " + options.host()
                    + ") only over TLS: give --tls-keystore FILE, or put a proxy that speaks TLS in front of a console"
                    + " on 127.0.0.1; --insecure serves passwords unencrypted to anyone on the network");
        }
        return new ServerAddress(options.host(), options.port(), exposure.allowedHosts(), certificate);
    }

    private static boolean isLoopback(String host) throws WrongOption {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new WrongOption("'" + host + "' is not an address of this machine");
        }
    }
}
