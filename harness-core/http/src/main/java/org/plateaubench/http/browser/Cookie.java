// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;

/**
 * A cookie as defined by RFC 6265.
 *
 * @param name name, may be empty
 * @param value value
 * @param domain host that set it, or the domain for which it was set
 * @param hostOnly whether the cookie is sent only to the host that set it
 * @param path prefix of the paths to which it is sent
 * @param secure whether the cookie is sent only over https
 * @param lifetimeSeconds lifetime from now, {@link #SESSION} for the rest of the session, 0 or less for a cookie to
 *     delete
 */
record Cookie(
        String name, String value, String domain, boolean hostOnly, String path, boolean secure, long lifetimeSeconds) {

    static final long SESSION = Long.MAX_VALUE;

    private static final Pattern SEMICOLON = Pattern.compile(";");

    /** Maximum total length of name and value, by RFC 6265bis. */
    private static final int MAX_PAIR_LENGTH = 4096;
    /** Maximum length of an attribute, by RFC 6265bis. */
    private static final int MAX_ATTRIBUTE_LENGTH = 1024;

    private static final int MAX_LINE_LENGTH = 16 << 10;
    private static final long MAX_LIFETIME_SECONDS = 400L * 24 * 3600;

    /** The attributes during parsing; if a name occurs more than once, the last one counts. */
    private static final class Attributes {
        private @Nullable String domain;
        private @Nullable String path;
        private boolean secure;
        private @Nullable Long maxAgeSeconds;
        private long expiresEpochSeconds = Dates.NONE;
    }

    /**
     * Reads a {@code Set-Cookie} header.
     *
     * @param serverDate time of the server, if it reported one; the browser has no clock
     * @return null if the cookie must be ignored
     */
    static @Nullable Cookie parse(String line, WebAddress from, @Nullable String serverDate) {
        if (line.length() > MAX_LINE_LENGTH || hasControls(line)) {
            return null;
        }
        int end = line.indexOf(';');
        String pair = end < 0 ? line : line.substring(0, end);
        int equals = pair.indexOf('=');
        String name = equals < 0 ? "" : pair.substring(0, equals).strip();
        String value = pair.substring(equals + 1).strip();
        if ((name.isEmpty() && value.isEmpty()) || name.length() + value.length() > MAX_PAIR_LENGTH) {
            return null;
        }
        Attributes attributes = attributes(end < 0 ? "" : line.substring(end + 1));
        return cookie(name, value, attributes, from, lifetimeSeconds(attributes, serverDate));
    }

    private static boolean hasControls(String line) {
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f) {
                return true;
            }
        }
        return false;
    }

    private static Attributes attributes(String text) {
        Attributes attributes = new Attributes();
        for (String part : SEMICOLON.split(text, -1)) {
            int equals = part.indexOf('=');
            String key = (equals < 0 ? part : part.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
            String value = equals < 0 ? "" : part.substring(equals + 1).strip();
            if (value.length() <= MAX_ATTRIBUTE_LENGTH) {
                set(attributes, key, value);
            }
        }
        return attributes;
    }

    private static void set(Attributes attributes, String key, String value) {
        switch (key) {
            case "domain" -> {
                String domain = value.startsWith(".") ? value.substring(1) : value;
                attributes.domain = domain.isEmpty() ? null : domain.toLowerCase(Locale.ROOT);
            }
            case "path" -> attributes.path = value.startsWith("/") ? value : null;
            case "secure" -> attributes.secure = true;
            case "max-age" -> {
                if (value.matches("-?[0-9]+")) {
                    boolean isNegative = value.startsWith("-");
                    attributes.maxAgeSeconds =
                            isNegative ? 0 : value.length() > 9 ? MAX_LIFETIME_SECONDS : Long.parseLong(value);
                }
            }
            case "expires" -> {
                long date = Dates.epochSeconds(value);
                attributes.expiresEpochSeconds = date == Dates.NONE ? attributes.expiresEpochSeconds : date;
            }
            default -> {}
        }
    }

    /**
     * Number of seconds for which a cookie is kept. If the server's time is unknown, only a date in the distant past,
     * as in logouts, is recognised as expired.
     */
    private static long lifetimeSeconds(Attributes attributes, @Nullable String serverDate) {
        Long maxAge = attributes.maxAgeSeconds;
        if (maxAge != null) {
            return Math.min(maxAge, MAX_LIFETIME_SECONDS);
        }
        long expires = attributes.expiresEpochSeconds;
        if (expires == Dates.NONE) {
            return SESSION;
        }
        long serverEpochSeconds = Dates.epochSeconds(serverDate);
        if (serverEpochSeconds == Dates.NONE) {
            long year2000 = 946_684_800;
            return expires < year2000 ? 0 : SESSION;
        }
        return Math.clamp(expires - serverEpochSeconds, 0, MAX_LIFETIME_SECONDS);
    }

    private static @Nullable Cookie cookie(
            String name, String value, Attributes attributes, WebAddress from, long lifetimeSeconds) {
        String host = from.origin().host();
        boolean secureOrigin = from.origin().secure();
        String domainAttribute = attributes.domain;
        boolean hostOnly = domainAttribute == null || (domainAttribute.equals(host) && !host.contains("."));
        String domain = domainAttribute == null ? host : domainAttribute;
        if (domainAttribute != null && !domainMatches(host, domainAttribute)) {
            return null;
        }
        // This browser has no list of public suffixes, but a domain of one label certainly is a public suffix.
        if (domainAttribute != null && !domainAttribute.equals(host) && domainAttribute.indexOf('.') < 0) {
            return null;
        }
        String path = attributes.path == null ? defaultPath(from.path()) : attributes.path;
        return attributes.secure && !secureOrigin
                ? null
                : new Cookie(name, value, domain, hostOnly, path, attributes.secure, lifetimeSeconds);
    }

    /** The default path by RFC 6265, section 5.1.4. */
    private static String defaultPath(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    /** Whether a host belongs to a domain by RFC 6265, section 5.1.3. */
    static boolean domainMatches(String host, String domain) {
        if (host.equals(domain)) {
            return true;
        }
        return host.length() > domain.length()
                && host.endsWith(domain)
                && host.charAt(host.length() - domain.length() - 1) == '.'
                && !isAddress(host);
    }

    /** Whether a host is a numeric address: IPv6, or IPv4 in its usual form. */
    private static boolean isAddress(String host) {
        char last = host.charAt(host.length() - 1);
        return host.indexOf(':') >= 0 || (last >= '0' && last <= '9');
    }

    boolean pathMatches(String requestPath) {
        if (!requestPath.startsWith(path)) {
            return false;
        }
        return requestPath.length() == path.length() || path.endsWith("/") || requestPath.charAt(path.length()) == '/';
    }

    boolean sameAs(Cookie other) {
        return name.equals(other.name)
                && domain.equals(other.domain)
                && path.equals(other.path)
                && hostOnly == other.hostOnly;
    }
}
