// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.body;

/** Line ends of form entries: every CR, LF or CR LF is sent as CR LF, as the HTML standard requires. */
final class LineEnds {
    private LineEnds() {}

    static String normalized(String text) {
        if (text.indexOf('\n') < 0 && text.indexOf('\r') < 0) {
            return text;
        }
        StringBuilder result = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (c == '\r' || c == '\n') {
                result.append("\r\n");
                i += pair ? 1 : 0;
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }
}
