// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

/** The classes of bytes that are allowed in the parts of a header (RFC 9110, 5.5 and 5.6.2). */
final class ByteClasses {
    static final byte CR = '\r';
    static final byte LF = '\n';

    private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";
    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] TEXT = new boolean[256];

    static {
        for (char c = 0; c < TOKEN.length; c++) {
            boolean ascii = c < 0x80;
            TOKEN[c] = ascii && (Character.isLetterOrDigit(c) || TOKEN_SIGNS.indexOf(c) >= 0);
            TEXT[c] = (c >= ' ' && c != 0x7f) || c == '\t';
        }
    }

    private ByteClasses() {}

    static boolean isToken(byte b) {
        return TOKEN[b & 0xff];
    }

    static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** Whether these bytes are allowed in a value. */
    static boolean areText(byte[] buffer, int start, int end) {
        for (int i = start; i < end; i++) {
            if (!TEXT[buffer[i] & 0xff]) {
                return false;
            }
        }
        return true;
    }

    /** Whether these bytes are this ASCII word, ignoring case. */
    static boolean same(byte[] buffer, int start, int end, String word) {
        int length = end - start;
        if (length != word.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (lower(buffer[start + i]) != lower(word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }

    /** The value of a hexadecimal digit; negative for any other byte. */
    static int hexDigit(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int low = lower(b);
        return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
    }
}
