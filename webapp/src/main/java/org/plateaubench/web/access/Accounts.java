// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.access.provider.Identity;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;

/** The accounts. Once there is an administrator who can sign in with a password, there always is one. Any thread. */
final class Accounts {
    private static final RowMapper<Account> ACCOUNT = RecordMapper.of(Account.class);
    /** Prefix of the names of accounts that a provider signs in; no local account can have such a name. */
    static final String OF_PROVIDER = "oidc:";

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,62}");
    private static final Pattern NAME_OF_PROVIDER = Pattern.compile(OF_PROVIDER + "[a-z0-9][a-z0-9._@-]{0,58}");
    private static final int SHOWN_LENGTH = 80;

    private final Jdbi jdbi;
    private final InstantSource clock;
    private final @Nullable String issuer;

    /**
     * Creates the accounts of a database.
     *
     * @param issuer the provider of external sign-in; null for none
     */
    Accounts(Jdbi jdbi, InstantSource clock, @Nullable String issuer) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.issuer = issuer;
    }

    /** Returns a name as it is stored: case does not distinguish accounts. */
    static String normal(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    boolean any() {
        return jdbi.withHandle(handle -> handle.createQuery("select count(*) from account")
                        .mapTo(Long.class)
                        .one()
                > 0);
    }

    Optional<Account> find(String name) {
        return jdbi.withHandle(handle -> find(handle, name));
    }

    /**
     * Returns an account that may use its role now: it is not disabled, and its provider, if any, still vouches for it.
     */
    Optional<Account> active(String name) {
        return find(name)
                .filter(account -> !account.disabled())
                .filter(account -> account.isLocal()
                        || (Objects.equals(account.issuer(), issuer)
                                && account.roleEndsAt() != null
                                && clock.instant().isBefore(account.roleEndsAt())));
    }

    private static Optional<Account> find(Handle handle, String name) {
        String normal = normal(name);
        if (!NAME.matcher(normal).matches() && !NAME_OF_PROVIDER.matcher(normal).matches()) {
            return Optional.empty();
        }
        return handle.createQuery("select * from account where name = :name")
                .bind("name", normal(name))
                .map(ACCOUNT)
                .findOne();
    }

    List<Account> list() {
        return jdbi.withHandle(handle -> handle.createQuery("select * from account order by name")
                .map(ACCOUNT)
                .list());
    }

    /** Creates an account with the digest of its password. */
    synchronized Account create(String name, Role role, String digest) {
        String normal = normal(name);
        if (!NAME.matcher(normal).matches()) {
            throw Problem.wrongInput(
                    "An account's name has up to 63 letters, digits and . _ @ - and begins with a letter or digit.",
                    Problem.Detail.of("name", "is not a valid account name"));
        }
        return jdbi.inTransaction(handle -> {
            if (find(handle, normal).isPresent()) {
                throw Problem.conflict("There is an account '" + normal + "' already.");
            }
            return insert(handle, Account.local(normal, role, digest, clock.instant()));
        });
    }

    private static Account insert(Handle handle, Account account) {
        handle.createUpdate("insert into account (name, role, password, disabled, created_at, last_seen_at, issuer,"
                        + " subject, role_ends_at) values (:name, :role, :password, :disabled, :createdAt,"
                        + " :lastSeenAt, :issuer, :subject, :roleEndsAt)")
                .bindMethods(account)
                .execute();
        return account;
    }

    /**
     * Creates or updates the account of a user whom a provider has signed in, with their present role. The provider's
     * permanent identifier decides the account: another person of the same name does not get it, and the same person
     * keeps it under another name.
     *
     * @param lifetime how long the role is valid
     */
    synchronized Account ofProvider(Identity identity, Role role, Duration lifetime) {
        Instant now = clock.instant();
        return jdbi.inTransaction(handle -> {
            Optional<Account> present = find(handle, identity);
            if (present.isEmpty()) {
                String name = nameOf(identity);
                if (find(handle, name).isPresent()) {
                    throw Problem.conflict(
                            "The account '" + name + "' belongs to another user to whom the provider gave that name;"
                                    + " an administrator must delete it before you can have the name.");
                }
                return insert(handle, Account.ofProvider(name, role, identity, now, now.plus(lifetime)));
            }
            Account account = present.get();
            if (account.disabled()) {
                throw new Problem(
                        403,
                        "Your account '" + account.name()
                                + "' is disabled; ask an administrator of this console to enable" + " it.");
            }
            handle.execute(
                    "update account set role = ?, role_ends_at = ?, last_seen_at = ? where name = ?",
                    role,
                    now.plus(lifetime),
                    now,
                    account.name());
            return find(handle, account.name()).orElseThrow();
        });
    }

    /** Ends at once the role of a user to whom the provider no longer gives one. */
    synchronized void withoutRole(Identity identity) {
        jdbi.useTransaction(handle -> find(handle, identity)
                .ifPresent(account -> handle.execute(
                        "update account set role_ends_at = ? where name = ?", clock.instant(), account.name())));
    }

    private static Optional<Account> find(Handle handle, Identity identity) {
        return handle.createQuery("select * from account where issuer = :issuer and subject = :subject")
                .bind("issuer", identity.issuer())
                .bind("subject", identity.subject())
                .map(ACCOUNT)
                .findOne();
    }

    private static String nameOf(Identity identity) {
        String name = OF_PROVIDER + normal(identity.name());
        if (!NAME_OF_PROVIDER.matcher(name).matches()) {
            String shown = identity.name().substring(0, Math.min(identity.name().length(), SHOWN_LENGTH));
            throw new Problem(
                    403,
                    "The provider calls you '" + shown
                            + "', which is not a valid account name: up to 59 letters, digits and"
                            + " . _ @ - that begin with a letter or digit; an administrator can name another claim with"
                            + " --oidc-name-claim.");
        }
        return name;
    }

    /**
     * Changes an account.
     *
     * @param change computes the new state from the state at that moment, so that concurrent changes are not undone
     */
    synchronized Account change(String name, UnaryOperator<Account> change) {
        return jdbi.inTransaction(handle -> {
            Account from = present(handle, name);
            Account to = change.apply(from);
            if (isActiveAdmin(from) && !isActiveAdmin(to)) {
                requireAnotherAdmin(handle, from);
            }
            handle.createUpdate("update account set role = :role, password = :password, disabled = :disabled"
                            + " where name = :name")
                    .bindMethods(to)
                    .execute();
            return to;
        });
    }

    /**
     * Returns an account.
     *
     * @throws Problem 404 when there is no such account
     */
    Account present(String name) {
        return jdbi.withHandle(handle -> present(handle, name));
    }

    private static Account present(Handle handle, String name) {
        return find(handle, name).orElseThrow(() -> Problem.notFound("There is no account '" + name + "'."));
    }

    synchronized void delete(String name) {
        jdbi.useTransaction(handle -> {
            Account account = present(handle, name);
            if (isActiveAdmin(account)) {
                requireAnotherAdmin(handle, account);
            }
            handle.execute("delete from account where name = ?", account.name());
        });
    }

    void seen(String name) {
        jdbi.useHandle(
                handle -> handle.execute("update account set last_seen_at = ? where name = ?", clock.instant(), name));
    }

    private static boolean isActiveAdmin(Account account) {
        return account.role() == Role.ADMIN && !account.disabled() && account.isLocal();
    }

    private static void requireAnotherAdmin(Handle handle, Account but) {
        long others = handle.createQuery("select count(*) from account"
                        + " where role = :role and disabled = :disabled and issuer is null and name <> :name")
                .bind("role", Role.ADMIN)
                .bind("disabled", false)
                .bind("name", but.name())
                .mapTo(Long.class)
                .one();
        if (others == 0) {
            throw Problem.conflict("'" + but.name() + "' is the last administrator; create another one first.");
        }
    }
}
