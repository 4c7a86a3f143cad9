// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.util.List;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The outermost handler: it sets the headers of every answer, and refuses other methods than those of pages. */
final class SafetyHandler extends Handler.Wrapper {
    private static final String CONTENT_SECURITY_POLICY = "Content-Security-Policy";

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

    private static final List<HttpField> FIELDS = List.of(
            new PreEncodedHttpField(
                    CONTENT_SECURITY_POLICY,
                    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' blob:; connect-src 'self'; "
                            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
            new PreEncodedHttpField("X-Frame-Options", "DENY"),
            new PreEncodedHttpField("Referrer-Policy", "same-origin"),
            new PreEncodedHttpField("Cross-Origin-Opener-Policy", "same-origin"),
            new PreEncodedHttpField("Cross-Origin-Resource-Policy", "same-origin"),
            new PreEncodedHttpField("Permissions-Policy", "camera=(), geolocation=(), microphone=()"));

    /** Browsers show a picture in a generated page, with styles in it. */
    private static final HttpField PICTURE = new PreEncodedHttpField(
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'");

    /** Browsers show a document with a plug-in. */
    private static final HttpField DOCUMENT =
            new PreEncodedHttpField(CONTENT_SECURITY_POLICY, "frame-ancestors 'none'");

    SafetyHandler(Handler inner) {
        super(inner);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        put(response.getHeaders());
        if (!METHODS.contains(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST");
            Response.writeError(request, response, callback, 405);
            return true;
        }
        return super.handle(request, response, callback);
    }

    /** Sets the policy for files instead of that for pages. */
    static void putForFile(HttpFields.Mutable headers, boolean picture) {
        headers.put(picture ? PICTURE : DOCUMENT);
    }

    static void put(HttpFields.Mutable headers) {
        for (HttpField field : FIELDS) {
            headers.put(field);
        }
    }
}
