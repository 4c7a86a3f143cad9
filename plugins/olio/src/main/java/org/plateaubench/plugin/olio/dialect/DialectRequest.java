// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import org.jspecify.annotations.Nullable;
import org.plateaubench.http.RequestBody;

/**
 * A request of a dialect.
 *
 * @param method {@code GET} or {@code POST}
 * @param target path and query, below the origin
 * @param body body of a POST, null for none
 * @param script whether a script sends it, so that the page stays open
 */
public record DialectRequest(
        String method, String target, @Nullable RequestBody body, boolean script) {

    public static DialectRequest get(String target) {
        return new DialectRequest("GET", target, null, false);
    }

    public static DialectRequest post(String target, @Nullable RequestBody body) {
        return new DialectRequest("POST", target, body, false);
    }

    public DialectRequest byScript() {
        return new DialectRequest(method, target, body, true);
    }
}
