// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http.server;

import io.javalin.http.Context;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.plateaubench.web.http.Problem;

/**
 * The host names under which the console may be addressed. A page of another origin can make its own name resolve to
 * this host (DNS rebinding); its requests then carry that name. Immutable.
 */
final class Hosts {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "[::]");

    private final Set<String> names = new HashSet<>(LOOPBACK);
    private final boolean anyAddress;

    Hosts(String host, List<String> allowed) {
        names.add(bracketed(host));
        allowed.forEach(name -> names.add(bracketed(name)));
        anyAddress = EVERYWHERE.contains(bracketed(host));
    }

    private static String bracketed(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower;
    }

    /** Refuses a request that names another host. */
    void check(Context context) {
        String authority = context.header("Host");
        if (authority == null || !isOurs(nameOf(authority))) {
            throw new Problem(
                    421,
                    "The console does not answer under this name; start it with --allowed-host NAME if it should.");
        }
    }

    private boolean isOurs(String name) {
        // Rebinding needs a name; a page under an address is safe from it.
        return names.contains(name) || (anyAddress && (name.matches("\\d+(?:\\.\\d+){3}") || name.startsWith("[")));
    }

    private static String nameOf(String authority) {
        int colon = authority.lastIndexOf(':');
        boolean hasPort = colon > authority.lastIndexOf(']');
        return (hasPort ? authority.substring(0, colon) : authority).toLowerCase(Locale.ROOT);
    }
}
