// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.Role;

/**
 * A user who may sign in. Immutable.
 *
 * @param password digest of the password
 * @param disabled whether sign-in is disabled at present
 * @param lastSeenAt when the user last sent a request; null for never
 */
record Account(
        String name,
        Role role,
        String password,
        boolean disabled,
        Instant createdAt,
        @Nullable Instant lastSeenAt) {
    /** Returns this account with changes. */
    Account with(Role newRole, String newPassword, boolean isDisabled) {
        return new Account(name, newRole, newPassword, isDisabled, createdAt, lastSeenAt);
    }

    /** Returns this account after a request. */
    Account seen(Instant now) {
        return new Account(name, role, password, disabled, createdAt, now);
    }

    /** Returns the account as text, without the digest of the password. */
    @Override
    public String toString() {
        return "Account[" + name + ", " + role + "]";
    }
}
