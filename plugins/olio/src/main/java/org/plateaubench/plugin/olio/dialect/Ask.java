// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import org.jspecify.annotations.Nullable;
import org.plateaubench.http.RequestBody;

/**
 * A request that a dialect wants sent.
 *
 * @param method {@code GET} or {@code POST}
 * @param target path and query, below the origin
 * @param body what a POST carries, null for nothing
 * @param script whether a script of the page sends it, so that the page stays
 * @param accept value of {@code Accept}, empty for that of a browser
 */
public record Ask(String method, String target, @Nullable RequestBody body, boolean script, String accept) {

    /** A GET that leads to a page. */
    public static Ask get(String target) {
        return new Ask("GET", target, null, false, "");
    }

    /** A POST that leads to a page. */
    public static Ask post(String target, @Nullable RequestBody body) {
        return new Ask("POST", target, body, false, "");
    }

    /** This request, sent by a script. */
    public Ask byScript() {
        return new Ask(method, target, body, true, accept);
    }

    /** This request for another kind of answer. */
    public Ask accepting(String type) {
        return new Ask(method, target, body, script, type);
    }
}
