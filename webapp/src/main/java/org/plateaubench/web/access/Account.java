// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Role;

/**
 * Somebody who may sign in. Immutable.
 *
 * @param name what they sign in with
 * @param role what they may do
 * @param password what is kept of the password
 * @param disabled whether they may not at present
 * @param createdAt when the account was made
 * @param lastSeenAt when they last did anything; null for never
 */
public record Account(
        String name,
        Role role,
        String password,
        boolean disabled,
        Instant createdAt,
        @Nullable Instant lastSeenAt) {
    /** The same account, changed. */
    Account with(Role newRole, String newPassword, boolean isDisabled) {
        return new Account(name, newRole, newPassword, isDisabled, createdAt, lastSeenAt);
    }

    /** Without the digest of the password. */
    @Override
    public String toString() {
        return "Account[" + name + ", " + role + "]";
    }
}
