// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request. Mutable and reusable: each use begins with {@link #start}. Not thread-safe; must not be changed while an
 * exchange runs.
 *
 * <p>The connection itself writes {@code Host}, {@code Content-Type}, {@code Content-Length}, {@code
 * Transfer-Encoding}, {@code Expect} and {@code Connection}; these fields cannot be added.
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

    private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";
    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (char c = 0; c < TOKEN.length; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c) || TOKEN_SIGNS.indexOf(c) >= 0;
        }
    }

    private final List<String> names = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private String method = "GET";
    private String target = "/";
    private @Nullable RequestBody body;
    private boolean discardBody;

    /** Creates a {@code GET} of {@code /}. */
    public HttpRequest() {}

    /**
     * Starts a new request without fields and body.
     *
     * @param newMethod a token in upper case, such as {@code GET}
     * @param newTarget path and query as sent, beginning with {@code /} (or {@code *}); the caller must encode it
     * @throws IllegalArgumentException if either contains characters that must not be sent
     */
    public HttpRequest start(String newMethod, String newTarget) {
        requireToken(newMethod, "method");
        requireTarget(newTarget);
        method = newMethod;
        target = newTarget;
        names.clear();
        values.clear();
        body = null;
        discardBody = false;
        return this;
    }

    /**
     * Adds a field.
     *
     * @throws IllegalArgumentException if the name is not a token, the connection writes this field itself, or the
     *     value contains a character that is not allowed in a field
     */
    public HttpRequest header(String name, String value) {
        requireToken(name, "name of a header");
        requireValue(name, value);
        for (String field : OWN_FIELDS) {
            if (field.equalsIgnoreCase(name)) {
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
            requireValue("Content-Type", newBody.contentType());
        }
        body = newBody;
        return this;
    }

    /** Sets whether the response's body is counted but not stored, for example for images whose content is not used. */
    public HttpRequest discardBody(boolean discard) {
        discardBody = discard;
        return this;
    }

    /** The method, for example {@code GET}. */
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

    /**
     * The name of a field.
     *
     * @param index number of the field, from 0
     */
    public String headerName(int index) {
        return names.get(index);
    }

    /**
     * The value of a field.
     *
     * @param index number of the field, from 0
     */
    public String headerValue(int index) {
        return values.get(index);
    }

    /** The body, null for none. */
    public @Nullable RequestBody body() {
        return body;
    }

    /** Whether the response's body is only counted. */
    public boolean discardBody() {
        return discardBody;
    }

    /** Whether sending the request again has the same effect as sending it once (RFC 9110, 9.2.2). */
    public boolean idempotent() {
        return switch (method) {
            case "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE" -> true;
            default -> false;
        };
    }

    // The checks of names, values and targets (RFC 9110, 5.5 and 5.6.2; RFC 9112, 3.2): no value can end its line.

    private static void requireToken(String text, String what) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= TOKEN.length || !TOKEN[c]) {
                throw new IllegalArgumentException(what + " must be a token, not '" + text + "'");
            }
        }
        if (text.isEmpty()) {
            throw new IllegalArgumentException(what + " must not be empty");
        }
    }

    private static void requireTarget(String target) {
        if (!target.startsWith("/") && !target.equals("*")) {
            throw new IllegalArgumentException("target must begin with '/', not '" + target + "'");
        }
        for (int i = 0; i < target.length(); i++) {
            char c = target.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '#') {
                throw new IllegalArgumentException("target must be percent-encoded, not '" + target + "'");
            }
        }
    }

    private static void requireValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
                throw new IllegalArgumentException("header " + name + " must not contain control or wide characters");
            }
        }
    }
}
