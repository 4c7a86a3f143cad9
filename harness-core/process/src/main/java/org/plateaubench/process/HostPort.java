// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host and a port.
 *
 * @param host name or address, a version 6 address in brackets
 * @param port 1 to 65,535
 */
public record HostPort(String host, int port) {
    private static final Pattern TEXT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+):([0-9]{1,5})");
    private static final int LAST_PORT = 65_535;

    /** Parses a host and port; empty if the text is not of this form. */
    public static Optional<HostPort> of(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(matcher.group(2));
        return port > 0 && port <= LAST_PORT ? Optional.of(new HostPort(matcher.group(1), port)) : Optional.empty();
    }

    public static String text(String host, Object port) {
        return (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
    }

    @Override
    public String toString() {
        return text(host, port);
    }
}
