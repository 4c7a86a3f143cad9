// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The origin of a request, as browsers state it. Any thread. */
public final class Origin {
    private Origin() {}

    /** Returns whether the page that sent a request, if stated, is one of this console. */
    public static boolean isOurs(Context context) {
        String site = context.header("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return false;
        }
        String origin = context.header("Origin");
        return origin == null
                || Objects.equals(authorityOf(origin, context.req().isSecure()), context.header("Host"));
    }

    private static @Nullable String authorityOf(String origin, boolean secure) {
        try {
            URI uri = new URI(origin);
            // A proxy may terminate TLS for us, but never the reverse.
            boolean schemeFits = "https".equals(uri.getScheme()) || (!secure && "http".equals(uri.getScheme()));
            return schemeFits ? uri.getAuthority() : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
