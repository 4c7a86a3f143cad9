// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Role;

/**
 * A token with which a program calls the API. Immutable.
 *
 * @param id identifier by which it is revoked
 * @param name name that its owner gave it
 * @param role role of its requests, never more than that of its owner
 * @param owner account that it belongs to
 * @param createdAt when it was created
 * @param expiresAt when it expires; null for never
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
    /** Returns this token after a request. */
    ApiToken used(Instant now) {
        return new ApiToken(id, name, role, owner, createdAt, expiresAt, now);
    }

    /** Returns the name of the token in the audit log. */
    String credential() {
        return "token " + id + " " + name;
    }
}
