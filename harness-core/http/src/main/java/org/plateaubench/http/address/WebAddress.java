// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.address;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;

/**
 * An absolute http or https address without fragment. Immutable.
 *
 * <p>References are resolved by RFC 3986, section 5.2, as tolerantly as in browsers: surrounding blanks are removed, a
 * backslash before the query is treated as a slash, and characters that are not allowed in an address are
 * percent-encoded as UTF-8.
 *
 * @param origin scheme, host and port
 * @param target target of the request line: an absolute path, and the query if there is one
 */
public record WebAddress(HttpOrigin origin, String target) {

    /**
     * Parses an absolute address.
     *
     * @throws IllegalArgumentException if it is not an http or https address
     */
    public static WebAddress parse(String text) {
        WebAddress address = resolved(null, text);
        if (address == null) {
            throw new IllegalArgumentException("not an http or https address: " + text);
        }
        return address;
    }

    /**
     * Resolves a reference in the page with this address.
     *
     * @return null if the reference is not fetched by HTTP, such as {@code mailto:} and {@code javascript:}, or cannot
     *     be parsed
     */
    public @Nullable WebAddress resolve(String reference) {
        return resolved(this, reference);
    }

    private static @Nullable WebAddress resolved(@Nullable WebAddress base, String reference) {
        String text = References.trimmed(reference);
        int fragment = text.indexOf('#');
        if (fragment >= 0) {
            text = text.substring(0, fragment);
        }
        String scheme = References.scheme(text);
        if (scheme != null) {
            String lower = scheme.toLowerCase(Locale.ROOT);
            boolean isWeb = lower.equals("http") || lower.equals("https");
            return isWeb ? withAuthority(lower, text.substring(scheme.length() + 1)) : null;
        }
        if (base == null) {
            return null;
        }
        if (References.startsWithTwoSlashes(text)) {
            return withAuthority(base.origin.scheme(), text);
        }
        return new WebAddress(base.origin, base.resolvedTarget(text));
    }

    private String resolvedTarget(String text) {
        if (text.isEmpty()) {
            return target;
        }
        char first = text.charAt(0);
        if (first == '?') {
            return path() + References.encoded(text);
        }
        String encoded = References.encoded(text);
        if (encoded.charAt(0) == '/') {
            return References.withoutDotSegments(encoded);
        }
        String path = path();
        return References.withoutDotSegments(path.substring(0, path.lastIndexOf('/') + 1) + encoded);
    }

    private static @Nullable WebAddress withAuthority(String scheme, String afterScheme) {
        if (!References.startsWithTwoSlashes(afterScheme)) {
            return null;
        }
        int end = 2;
        while (end < afterScheme.length() && "/\\?".indexOf(afterScheme.charAt(end)) < 0) {
            end++;
        }
        HttpOrigin origin = References.origin(scheme, afterScheme.substring(2, end));
        if (origin == null) {
            return null;
        }
        String target = References.encoded(afterScheme.substring(end));
        if (!target.startsWith("/")) {
            target = "/" + target;
        }
        return new WebAddress(origin, References.withoutDotSegments(target));
    }

    /** The target up to the query. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /**
     * This address with the given query, which must be encoded and have no question mark; an empty text removes the
     * query.
     */
    public WebAddress withQuery(String query) {
        return new WebAddress(origin, query.isEmpty() ? path() : path() + "?" + References.encoded(query));
    }

    @Override
    public String toString() {
        return origin + target;
    }
}
