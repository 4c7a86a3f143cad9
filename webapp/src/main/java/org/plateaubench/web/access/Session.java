// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session of a signed-in user. Immutable.
 *
 * @param digest digest of the secret in the cookie
 * @param account name of the account; null for a sign-in with the token of the first start
 * @param createdAt when the user signed in
 * @param seenAt when the user last sent a request
 * @param endsAt when the session ends at the latest
 */
public record Session(String digest, @Nullable String account, Instant createdAt, Instant seenAt, Instant endsAt) {
    private static final int SHOWN_LENGTH = 8;

    /** Returns this session after a request. */
    Session seen(Instant now) {
        return new Session(digest, account, createdAt, now, endsAt);
    }

    /** Returns the name of the session in the audit log; its digest does not let a reader use the session. */
    String credential() {
        return "session " + digest.substring(0, SHOWN_LENGTH);
    }
}
