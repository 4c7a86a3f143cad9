// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import java.util.Map;

/** The security headers of every answer. Immutable. */
public final class SecurityHeaders {
    private static final String POLICY = "Content-Security-Policy";

    private static final Map<String, String> ALWAYS = Map.of(
            POLICY,
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
                    + "frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Permissions-Policy",
            "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");
    private static final String TWO_YEARS = "max-age=63072000";

    private SecurityHeaders() {}

    public static void addTo(Context context) {
        ALWAYS.forEach(context::header);
        if (context.req().isSecure()) {
            context.header("Strict-Transport-Security", TWO_YEARS);
        }
        if (context.path().startsWith("/api/")) {
            context.header("Cache-Control", "no-store");
        }
    }

    /**
     * Sets the headers for a document from outside the console, such as a report: its script may run, but in an opaque
     * origin, without cookies and without access to the API.
     */
    public static void sandbox(Context context, boolean framed) {
        context.header(
                POLICY,
                "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                        + "img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors "
                        + (framed ? "'self'" : "'none'"));
        if (framed) {
            context.header("X-Frame-Options", "SAMEORIGIN");
        }
    }

    /** Sets the headers for a file to save: the browser never runs or shows it as a page of this console. */
    public static void download(Context context, String fileName) {
        context.header(POLICY, "sandbox; default-src 'none'")
                .header(
                        "Content-Disposition",
                        "attachment; filename=\"" + fileName.replaceAll("[^A-Za-z0-9._-]", "_") + '"');
    }
}
