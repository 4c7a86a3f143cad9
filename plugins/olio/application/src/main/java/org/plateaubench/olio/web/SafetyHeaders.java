// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.PreEncodedHttpField;

/** What every answer says to the browser about what it may do. */
final class SafetyHeaders {
    private static final List<HttpField> FIELDS = List.of(
            new PreEncodedHttpField(
                    "Content-Security-Policy",
                    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' blob:; connect-src 'self'; "
                            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
            new PreEncodedHttpField("X-Frame-Options", "DENY"),
            new PreEncodedHttpField("Referrer-Policy", "same-origin"),
            new PreEncodedHttpField("Cross-Origin-Opener-Policy", "same-origin"),
            new PreEncodedHttpField("Cross-Origin-Resource-Policy", "same-origin"),
            new PreEncodedHttpField("Permissions-Policy", "camera=(), geolocation=(), microphone=()"));

    private SafetyHeaders() {}

    static void put(HttpFields.Mutable headers) {
        for (HttpField field : FIELDS) {
            headers.put(field);
        }
    }
}
