// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.access.provider.Identity;
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
 * @param issuer the provider that signs them in; null for the console itself, with a password
 * @param subject what the provider calls them; null without one
 * @param roleEndsAt until when the role holds that the provider gave them; null without one
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
    /** Is the digest of none. */
    private static final String NO_PASSWORD = "";

    /** One of the console itself, which was just made. */
    static Account local(String name, Role role, String password, Instant now) {
        return new Account(name, role, password, false, now, null, null, null, null);
    }

    /** One that a provider signs in. */
    static Account ofProvider(String name, Role role, Identity identity, Instant now, Instant roleEndsAt) {
        return new Account(name, role, NO_PASSWORD, false, now, now, identity.issuer(), identity.subject(), roleEndsAt);
    }

    /** Whether the console itself signs them in, with a password. */
    boolean isLocal() {
        return issuer == null;
    }

    /** The same account, changed. */
    Account with(Role newRole, String newPassword, boolean isDisabled) {
        return new Account(name, newRole, newPassword, isDisabled, createdAt, lastSeenAt, issuer, subject, roleEndsAt);
    }

    /** Without the digest of the password. */
    @Override
    public String toString() {
        return "Account[" + name + ", " + role + "]";
    }
}
