// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request. Mutable and reusable: begin with {@link #start}. User-confined; it must not change while an exchange runs.
 *
 * <p>The connection itself writes {@code Host}, {@code Content-Type}, {@code Content-Length},
 * {@code Transfer-Encoding}, {@code Expect} and {@code Connection}; they cannot be given as fields.
 */
public final class HttpRequest {
    private static final List<String> OWN_FIELDS = List.of(
            "host",
            "content-type",
            "content-length",
            "transfer-encoding",
            "expect",
            "connection",
            "trailer",
            "upgrade");

    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private String method = "GET";
    private String target = "/";
    private @Nullable RequestBody body;
    private boolean awaitContinue;
    private boolean discardBody;

    /** A {@code GET} of {@code /}. */
    public HttpRequest() {}

    /**
     * Starts a new request: no fields, no body.
     *
     * @param newMethod a token in upper case, such as {@code GET}
     * @param newTarget path and query as sent, beginning with {@code /} (or {@code *}); the caller must encode it
     * @throws IllegalArgumentException when either cannot be sent unchanged
     */
    public HttpRequest start(String newMethod, String newTarget) {
        HttpText.requireToken(newMethod, "method");
        HttpText.requireTarget(newTarget);
        method = newMethod;
        target = newTarget;
        names.clear();
        values.clear();
        body = null;
        awaitContinue = false;
        discardBody = false;
        return this;
    }

    /**
     * Adds a field.
     *
     * @throws IllegalArgumentException when the name is not a token or one that the connection writes itself, or the
     *     value has a character that would end the field
     */
    public HttpRequest header(String name, String value) {
        HttpText.requireToken(name, "name of a header");
        HttpText.requireValue(name, value);
        for (String own : OWN_FIELDS) {
            if (own.equalsIgnoreCase(name)) {
                throw new IllegalArgumentException("the connection itself writes the header " + name);
            }
        }
        names.add(name);
        values.add(value);
        return this;
    }

    /** Sets the body; null for none. */
    public HttpRequest body(@Nullable RequestBody newBody) {
        if (newBody != null) {
            HttpText.requireValue("Content-Type", newBody.contentType());
        }
        body = newBody;
        return this;
    }

    /** Whether the body is held back until the server asks for it ({@code Expect: 100-continue}). */
    public HttpRequest awaitContinue(boolean await) {
        awaitContinue = await;
        return this;
    }

    /** Whether the response's body is counted but not kept: for images whose content is not used. */
    public HttpRequest discardBody(boolean discard) {
        discardBody = discard;
        return this;
    }

    /** The method, such as {@code GET}. */
    public String method() {
        return method;
    }

    /** Path and query. */
    public String target() {
        return target;
    }

    /** Number of fields. */
    public int headerCount() {
        return names.size();
    }

    /** Name of a field, from 0. */
    public String headerName(int index) {
        return names.get(index);
    }

    /** Value of a field, from 0. */
    public String headerValue(int index) {
        return values.get(index);
    }

    /** The body, null for none. */
    public @Nullable RequestBody body() {
        return body;
    }

    /** Whether the body waits for the server's consent. */
    public boolean awaitContinue() {
        return awaitContinue;
    }

    /** Whether the response's body is only counted. */
    public boolean discardBody() {
        return discardBody;
    }

    /** Whether repeating it has the same effect as sending it once (RFC 9110, 9.2.2), so that it may be sent again. */
    public boolean idempotent() {
        boolean safe = switch (method) {
            case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE" -> true;
            default -> false;
        };
        return safe && (body == null || body.repeatable());
    }
}
