// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ETags of what a user stored last: nobody else changes it, so that the server must still say the same. Events with
 * attendees are left out, unless they say that the client does the scheduling: a server that does it (RFC 6638) may
 * change them.
 */
final class EtagChain {
    private static final int REMEMBERED_AT_MOST = 16;
    private static final float LOAD = 0.75f;

    private final Map<String, String> etags = new LinkedHashMap<>(4, LOAD, true);

    void stored(String name, String etag, byte[] body) {
        boolean scheduled = holds(body, "\nATTENDEE") && !holds(body, "SCHEDULE-AGENT=CLIENT");
        if (etag.isEmpty() || scheduled) {
            etags.remove(name);
            return;
        }
        etags.put(name, etag);
        if (etags.size() > REMEMBERED_AT_MOST) {
            etags.remove(etags.keySet().iterator().next());
        }
    }

    private static boolean holds(byte[] body, String text) {
        int last = body.length - text.length();
        for (int i = 0; i <= last; i++) {
            int j = 0;
            while (j < text.length() && body[i + j] == text.charAt(j)) {
                j++;
            }
            if (j == text.length()) {
                return true;
            }
        }
        return false;
    }

    /** The ETag that it must have; null when it is not known. */
    @Nullable
    String known(String name) {
        return etags.get(name);
    }

    void forget(String name) {
        etags.remove(name);
    }
}
