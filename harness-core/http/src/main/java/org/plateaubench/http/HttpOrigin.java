// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * The address of a server: the target of a connection, and the scope of cookies and caches. Immutable.
 *
 * @param scheme {@code http} or {@code https}
 * @param host name or address, lower case, an IPv6 address without its brackets
 * @param port 1..65535
 */
public record HttpOrigin(String scheme, String host, int port) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int MAX_PORT = 65_535;

    public HttpOrigin {
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("scheme must be http or https, not '" + scheme + "'");
        }
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be 1.." + MAX_PORT + ", not " + port);
        }
        host = host.toLowerCase(Locale.ROOT);
    }

    /**
     * Reads the origin of an absolute address such as {@code http://shop.lab:8080/front?page=1}; text after the port is
     * ignored.
     *
     * @throws IllegalArgumentException if it is not absolute, has no host, or contains a user name
     */
    public static HttpOrigin parse(String url) {
        URI uri;
        try {
            uri = new URI(url).parseServerAuthority();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + url + "' is not an address: " + e.getReason(), e);
        }
        String scheme = uri.getScheme();
        String host = uri.getHost();
        if (scheme == null || host == null || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("'" + url + "' is not of the form http://host:port/path");
        }
        scheme = scheme.toLowerCase(Locale.ROOT);
        int port = uri.getPort() >= 0 ? uri.getPort() : defaultPort(scheme);
        boolean bracketed = host.startsWith("[");
        return new HttpOrigin(scheme, bracketed ? host.substring(1, host.length() - 1) : host, port);
    }

    /** Whether connections are encrypted. */
    public boolean secure() {
        return scheme.equals("https");
    }

    /**
     * The value of the header {@code Host}, which contains the port only if it is not the default port of the scheme.
     */
    public String authority() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == defaultPort(scheme) ? name : name + ":" + port;
    }

    /** The form {@code scheme://host:port}, without a path. */
    @Override
    public String toString() {
        return scheme + "://" + authority();
    }

    private static int defaultPort(String scheme) {
        return scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
    }
}
