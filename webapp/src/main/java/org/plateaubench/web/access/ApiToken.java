// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Role;

/**
 * A token with which a program calls the API. Immutable.
 *
 * @param id how it is named when it is taken back
 * @param name what it is for
 * @param role what it may do, never more than its owner
 * @param owner whose it is
 * @param createdAt when it was made
 * @param expiresAt when it ends; null for never
 * @param lastUsedAt when it was last used; null for never
 */
public record ApiToken(
        String id,
        String name,
        Role role,
        String owner,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt) {
    /** How the audit log names it. */
    String credential() {
        return "token " + id + " " + name;
    }
}
