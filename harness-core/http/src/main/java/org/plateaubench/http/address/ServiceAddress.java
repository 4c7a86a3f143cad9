// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.address;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.plateaubench.api.Finding;

/** The addresses of services that have one path and are reached by HTTPS only, because a password is sent to them. */
public final class ServiceAddress {
    private static final String HTTPS = "https";

    private ServiceAddress() {}

    /**
     * The address that a text names; empty when it is not an HTTPS address of a host, or contains a user, a query or
     * another path.
     *
     * @param path path of the service, which may be missing in the text
     */
    public static Optional<URI> of(String text, String path) {
        try {
            URI address = new URI(text);
            boolean isUsable = HTTPS.equals(String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT))
                    && address.getHost() != null
                    && address.getUserInfo() == null
                    && address.getQuery() == null
                    && address.getFragment() == null
                    && List.of("", "/", path).contains(address.getPath());
            return isUsable
                    ? Optional.of(new URI(HTTPS, null, address.getHost(), address.getPort(), path, null, null))
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /**
     * The problem of a key {@code url} whose text does not name an address.
     *
     * @param what the service, such as {@code a vCenter Server}
     */
    public static Finding problem(String text, String what) {
        return Finding.problem(
                        "'" + text + "' is not an address of " + what + ".", "Write https://HOST or https://HOST:PORT.")
                .about("url");
    }
}
