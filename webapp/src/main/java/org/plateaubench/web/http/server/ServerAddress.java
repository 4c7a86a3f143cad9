// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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
}
