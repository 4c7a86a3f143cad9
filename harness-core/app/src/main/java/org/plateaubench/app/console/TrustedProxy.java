// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.net.InetAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;

/** A reverse proxy that signs users in; its header counts only from this address. Immutable. */
public record TrustedProxy(String header, InetAddress address) {
    private static final String EXAMPLE = "--trust-header X-Forwarded-User --from 127.0.0.2";

    public static Optional<TrustedProxy> of(@Nullable String header, @Nullable String from) throws UsageError {
        if (header == null && from == null) {
            return Optional.empty();
        }
        if (header == null || from == null) {
            throw new UsageError("--trust-header and --from go together, such as " + EXAMPLE + ".");
        }
        if (!header.matches("[A-Za-z0-9-]+")) {
            throw new UsageError("--trust-header is the name of a header: letters, digits and -, such as "
                    + "X-Forwarded-User, and not '" + header + "'.");
        }
        InetAddress address = addressOf(from);
        if (address == null || address.isAnyLocalAddress()) {
            throw new UsageError("--from is the IP address of one proxy, such as 127.0.0.2, and not '" + from + "'.");
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
