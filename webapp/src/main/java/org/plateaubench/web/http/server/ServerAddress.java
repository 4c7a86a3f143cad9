// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.console.WrongOption;

/**
 * The address of a console's server. Immutable.
 *
 * @param host interface
 * @param port port, 0 for any that is free
 * @param allowedHosts additional host names under which it may be addressed
 * @param certificate certificate for TLS; empty for no TLS
 */
public record ServerAddress(String host, int port, List<String> allowedHosts, Optional<Certificate> certificate) {
    public ServerAddress {
        allowedHosts = List.copyOf(allowedHosts);
    }

    /**
     * A certificate with its key.
     *
     * @param keystore file, PKCS 12
     * @param password password of it
     */
    public record Certificate(Path keystore, String password) {
        @Override
        public String toString() {
            return "Certificate[" + keystore + "]";
        }
    }

    /**
     * Returns the address that the options of a console name, checked for safety.
     *
     * @throws WrongOption when the address is unsafe or does not exist
     */
    public static ServerAddress of(ConsoleOptions options) throws WrongOption {
        ConsoleOptions.Exposure exposure = options.exposure();
        Optional<Certificate> certificate = Optional.empty();
        if (exposure.keystore().isPresent()) {
            Path keystore = exposure.keystore().get();
            if (!Files.isReadable(keystore)) {
                throw new WrongOption(keystore + ": the keystore does not exist or cannot be read");
            }
            certificate = Optional.of(new Certificate(keystore, exposure.keystorePassword()));
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
