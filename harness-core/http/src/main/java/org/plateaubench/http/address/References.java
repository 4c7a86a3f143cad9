// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.address;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;

/** The text rules of {@link WebAddress}, by RFC 3986 and as tolerant as browsers. */
final class References {
    private static final String HEX = "0123456789ABCDEF";
    /** Printable characters that an address must not contain unencoded. */
    private static final String ENCODED = "\"<>^`{|}";

    private References() {}

    /** Removes surrounding blanks and control characters, and all tabs and line ends. */
    static String trimmed(String reference) {
        int start = 0;
        int end = reference.length();
        while (start < end && reference.charAt(start) <= ' ') {
            start++;
        }
        while (end > start && reference.charAt(end - 1) <= ' ') {
            end--;
        }
        String text = reference.substring(start, end);
        boolean hasLineBreaks = text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.indexOf('\t') >= 0;
        return hasLineBreaks ? text.replaceAll("[\\t\\r\\n]", "") : text;
    }

    /** The text before the first colon, if it is a scheme. */
    static @Nullable String scheme(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean isAllowedLater = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
            if (c == ':') {
                return i > 0 ? text.substring(0, i) : null;
            }
            if (!isLetter && (i == 0 || !isAllowedLater)) {
                return null;
            }
        }
        return null;
    }

    static boolean startsWithTwoSlashes(String text) {
        return text.length() >= 2 && isSlash(text.charAt(0)) && isSlash(text.charAt(1));
    }

    private static boolean isSlash(char c) {
        return c == '/' || c == '\\';
    }

    /**
     * Host and port of an authority. User information before an {@code @} is ignored, because requests do not contain
     * it.
     */
    static @Nullable HttpOrigin origin(String scheme, String authority) {
        String text = authority.substring(authority.lastIndexOf('@') + 1);
        int defaultPort = scheme.equals("https") ? 443 : 80;
        int colon = text.startsWith("[") ? text.indexOf(':', Math.max(0, text.indexOf(']'))) : text.lastIndexOf(':');
        String host = (colon < 0 ? text : text.substring(0, colon)).toLowerCase(Locale.ROOT);
        String portText = colon < 0 ? "" : text.substring(colon + 1);
        int port = portText.isEmpty() ? defaultPort : port(portText);
        if (port < 1 || !isHost(host)) {
            return null;
        }
        return new HttpOrigin(scheme, host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
    }

    private static int port(String text) {
        int port = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9' || port > 65535) {
                return -1;
            }
            port = port * 10 + (c - '0');
        }
        return port <= 65535 ? port : -1;
    }

    private static boolean isHost(String host) {
        if (host.startsWith("[")) {
            return host.length() > 2
                    && host.indexOf(']') == host.length() - 1
                    && consistsOf(host, "[]:.0123456789abcdef");
        }
        return !host.isEmpty() && consistsOf(host, "abcdefghijklmnopqrstuvwxyz0123456789-._~");
    }

    private static boolean consistsOf(String text, String allowed) {
        for (int i = 0; i < text.length(); i++) {
            if (allowed.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Percent-encodes characters that an address must not contain, and replaces backslashes before the query with
     * slashes.
     */
    static String encoded(String text) {
        int query = text.indexOf('?');
        int pathEnd = query < 0 ? text.length() : query;
        for (int i = 0; i < text.length(); i++) {
            if (mustChange(text.charAt(i), i < pathEnd)) {
                return encodedFrom(text, i, pathEnd);
            }
        }
        return text;
    }

    private static boolean mustChange(char c, boolean inPath) {
        return c <= ' ' || c >= 0x7f || c == '#' || ENCODED.indexOf(c) >= 0 || (c == '\\' && inPath);
    }

    private static String encodedFrom(String text, int first, int pathEnd) {
        StringBuilder encoded = new StringBuilder(text.length() + 16).append(text, 0, first);
        int i = first;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (c == '\\' && i < pathEnd) {
                encoded.append('/');
            } else if (c < 0x7f && !mustChange((char) c, false)) {
                encoded.append((char) c);
            } else {
                for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    encoded.append('%').append(HEX.charAt(octet >> 4 & 15)).append(HEX.charAt(octet & 15));
                }
            }
            i += Character.charCount(c);
        }
        return encoded.toString();
    }

    /** Removes dot segments by RFC 3986, section 5.2.4. The query is unchanged. */
    static String withoutDotSegments(String target) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (!path.contains("/.")) {
            return target;
        }
        List<String> segments = new ArrayList<>();
        boolean endsWithSlash = false;
        for (String segment : path.substring(1).split("/", -1)) {
            boolean isParent = segment.equals("..");
            endsWithSlash = isParent || segment.equals(".");
            if (isParent && !segments.isEmpty()) {
                segments.removeLast();
            }
            if (!endsWithSlash) {
                segments.add(segment);
            }
        }
        StringBuilder result = new StringBuilder(target.length());
        for (String segment : segments) {
            result.append('/').append(segment);
        }
        if (endsWithSlash || segments.isEmpty()) {
            result.append('/');
        }
        return query < 0
                ? result.toString()
                : result.append(target, query, target.length()).toString();
    }
}
