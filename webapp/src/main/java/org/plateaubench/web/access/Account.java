// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.access.provider.Identity;
import org.plateaubench.web.http.Role;

/**
 * A user who may sign in. Immutable.
 *
 * @param name name for signing in
 * @param role what the user may do
 * @param password digest of the password
 * @param disabled whether sign-in is disabled at present
 * @param createdAt when the account was created
 * @param lastSeenAt when the user last sent a request; null for never
 * @param issuer the provider that signs the user in; null for a local account, which has a password
 * @param subject the provider's identifier of the user; null without a provider
 * @param roleEndsAt when the role from the provider expires; null without a provider
 */
public record Account(
        String name,
        Role role,
        String password,
        boolean disabled,
        Instant createdAt,
        @Nullable Instant lastSeenAt,
        @Nullable String issuer,
        @Nullable String subject,
        @Nullable Instant roleEndsAt) {
    /** The digest of no password. */
    private static final String NO_PASSWORD = "";

    /** Returns a new local account. */
    static Account local(String name, Role role, String password, Instant now) {
        return new Account(name, role, password, false, now, null, null, null, null);
    }

    /** Returns a new account of a user whom a provider signs in. */
    static Account ofProvider(String name, Role role, Identity identity, Instant now, Instant roleEndsAt) {
        return new Account(name, role, NO_PASSWORD, false, now, now, identity.issuer(), identity.subject(), roleEndsAt);
    }

    /** Returns whether the console itself signs the user in, with a password. */
    boolean isLocal() {
        return issuer == null;
    }

    /** Returns this account with changes. */
    Account with(Role newRole, String newPassword, boolean isDisabled) {
        return new Account(name, newRole, newPassword, isDisabled, createdAt, lastSeenAt, issuer, subject, roleEndsAt);
    }

    /** Returns the account as text, without the digest of the password. */
    @Override
    public String toString() {
        return "Account[" + name + ", " + role + "]";
    }
}
