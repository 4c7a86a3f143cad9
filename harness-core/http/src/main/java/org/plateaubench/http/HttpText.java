// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

/**
 * Checks the characters of names, values and targets (RFC 9110, 5.5 and 5.6.2; RFC 9112, 3.2), so that no value can end
 * its line.
 */
final class HttpText {
    private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";
    private static final boolean[] TOKEN = new boolean[128];

    static {
        for (char c = 0; c < TOKEN.length; c++) {
            TOKEN[c] = Character.isLetterOrDigit(c) || TOKEN_SIGNS.indexOf(c) >= 0;
        }
    }

    private HttpText() {}

    static void requireToken(String text, String what) {
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

    static void requireTarget(String target) {
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

    static void requireValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
                throw new IllegalArgumentException("header " + name + " must hold no control or wide character");
            }
        }
    }
}
