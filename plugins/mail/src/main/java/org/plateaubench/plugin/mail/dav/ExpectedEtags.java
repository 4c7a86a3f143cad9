// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ETags of the objects that a user stored last: no other user changes these, so that the server must still return
 * the same ETags. Events with attendees are left out unless they leave the scheduling to the client: a server that does
 * the scheduling (RFC 6638) may change them.
 */
final class ExpectedEtags {
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

    /** Returns the expected ETag; null when unknown. */
    @Nullable
    String known(String name) {
        return etags.get(name);
    }

    void forget(String name) {
        etags.remove(name);
    }
}
