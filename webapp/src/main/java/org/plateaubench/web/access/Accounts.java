// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.RowMapper;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;

/** The accounts. Once there is an administrator there always is one. Any thread. */
final class Accounts {
    private static final RowMapper<Account> ACCOUNT = RecordMapper.of(Account.class);
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,62}");

    /** Shortest time between two updates of the time at which an account was last seen. */
    private static final Duration SEEN_EVERY = Duration.ofMinutes(1);

    private final Jdbi jdbi;
    private final InstantSource clock;

    Accounts(Jdbi jdbi, InstantSource clock) {
        this.jdbi = jdbi;
        this.clock = clock;
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

    /** Returns an account that may use its role now. */
    Optional<Account> active(String name) {
        return find(name).filter(account -> !account.disabled());
    }

    private static Optional<Account> find(Handle handle, String name) {
        String normal = normal(name);
        if (!NAME.matcher(normal).matches()) {
            return Optional.empty();
        }
        return handle.createQuery("select * from account where name = :name")
                .bind("name", normal)
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
            return insert(handle, new Account(normal, role, digest, false, clock.instant(), null));
        });
    }

    private static Account insert(Handle handle, Account account) {
        handle.createUpdate("insert into account (name, role, password, disabled, created_at, last_seen_at)"
                        + " values (:name, :role, :password, :disabled, :createdAt, :lastSeenAt)")
                .bindMethods(account)
                .execute();
        return account;
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

    /** Records the use of an account, at most once a minute. */
    void seen(Account account) {
        Instant now = clock.instant();
        Instant before = account.lastSeenAt();
        if (before == null || !now.isBefore(before.plus(SEEN_EVERY))) {
            jdbi.useHandle(handle ->
                    handle.execute("update account set last_seen_at = ? where name = ?", now, account.name()));
        }
    }

    private static boolean isActiveAdmin(Account account) {
        return account.role() == Role.ADMIN && !account.disabled();
    }

    private static void requireAnotherAdmin(Handle handle, Account but) {
        long others = handle.createQuery("select count(*) from account"
                        + " where role = :role and disabled = :disabled and name <> :name")
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
