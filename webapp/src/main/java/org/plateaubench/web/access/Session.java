// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody is signed in. Immutable.
 *
 * @param digest what is kept of the secret in the cookie
 * @param account who; null when by the token of the first start
 * @param createdAt since when
 * @param seenAt when they last did anything
 * @param endsAt when it ends whatever they do
 */
public record Session(String digest, @Nullable String account, Instant createdAt, Instant seenAt, Instant endsAt) {
    private static final int SHOWN_LENGTH = 8;

    /** How the audit log names it: nobody can go on with a session by its digest. */
    String credential() {
        return "session " + digest.substring(0, SHOWN_LENGTH);
    }
}
