// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import org.plateaubench.http.HttpOrigin;

/**
 * Determines whether hosts belong to the same site. Without a list of public suffixes, these are hosts with the same
 * last two labels.
 */
final class Sites {
    private Sites() {}

    static boolean same(HttpOrigin one, HttpOrigin other) {
        return one.equals(other) || (one.scheme().equals(other.scheme()) && same(one.host(), other.host()));
    }

    private static boolean same(String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        return !isAddress(one) && !isAddress(other) && site(one).equals(site(other));
    }

    private static String site(String host) {
        int last = host.lastIndexOf('.');
        int before = last < 0 ? -1 : host.lastIndexOf('.', last - 1);
        return host.substring(before + 1);
    }

    /** Whether a host is a numeric address: IPv6, or IPv4 in its usual form. */
    static boolean isAddress(String host) {
        if (host.indexOf(':') >= 0) {
            return true;
        }
        char last = host.charAt(host.length() - 1);
        return last >= '0' && last <= '9';
    }
}
