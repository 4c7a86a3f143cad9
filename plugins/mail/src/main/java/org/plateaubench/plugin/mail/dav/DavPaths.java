// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** Paths in requests and listings. */
final class DavPaths {
    private static final String HEX = "0123456789ABCDEF";
    private static final String PLAIN = "-._~!$&'()*+,;=:@/";

    private DavPaths() {}

    /** Returns a path encoded for a request line; slashes stay. */
    static String encoded(String path) {
        StringBuilder encoded = new StringBuilder(path.length() + 8);
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
            if (plain) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return encoded.toString();
    }

    /** Returns the path of an href, decoded, without scheme and host. */
    static String decoded(String href) {
        String path = href.strip();
        int scheme = path.indexOf("://");
        if (scheme > 0) {
            int slash = path.indexOf('/', scheme + 3);
            path = slash < 0 ? "/" : path.substring(slash);
        }
        try {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return path;
        }
    }

    /** Returns the last part of a path, without a slash at the end. */
    static String name(String path) {
        String whole = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return whole.substring(whole.lastIndexOf('/') + 1);
    }
}
