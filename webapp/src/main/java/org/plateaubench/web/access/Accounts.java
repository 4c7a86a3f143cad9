// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;

/** The accounts. There is always an administrator who can sign in, once there was one. Any thread. */
final class Accounts {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,62}");

    private final Jdbi jdbi;
    private final InstantSource clock;

    Accounts(Jdbi jdbi, InstantSource clock) {
        this.jdbi = jdbi;
        this.clock = clock;
    }

    /** A name as it is kept: case does not tell accounts apart. */
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

    private static Optional<Account> find(Handle handle, String name) {
        if (!NAME.matcher(normal(name)).matches()) {
            return Optional.empty();
        }
        return handle.createQuery("select * from account where name = :name")
                .bind("name", normal(name))
                .map(ConstructorMapper.of(Account.class))
                .findOne();
    }

    List<Account> list() {
        return jdbi.withHandle(handle -> handle.createQuery("select * from account order by name")
                .map(ConstructorMapper.of(Account.class))
                .list());
    }

    /** Makes one; the digest is that of its password. */
    synchronized Account create(String name, Role role, String digest) {
        String normal = normal(name);
        if (!NAME.matcher(normal).matches()) {
            throw Problem.wrongInput(
                    "An account's name has up to 63 letters, digits and . _ @ - and begins with a letter or digit.",
                    new Problem.Detail("name", null, null, "is no name of an account"));
        }
        return jdbi.inTransaction(handle -> {
            if (find(handle, normal).isPresent()) {
                throw Problem.conflict("There is an account '" + normal + "' already.");
            }
            Account account = new Account(normal, role, digest, false, clock.instant(), null);
            handle.createUpdate("insert into account (name, role, password, disabled, created_at)"
                            + " values (:name, :role, :password, :disabled, :createdAt)")
                    .bindMethods(account)
                    .execute();
            return account;
        });
    }

    /**
     * Changes one.
     *
     * @param change makes what it shall be of what it is at that very moment, so that nothing that others changed
     *     meanwhile is undone
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

    private static Account present(Handle handle, String name) {
        return find(handle, name).orElseThrow(() -> Problem.notFound("There is no account '" + name + "'."));
    }

    synchronized void delete(String name) {
        jdbi.useTransaction(handle -> {
            Account account = present(handle, name);
            if (isActiveAdmin(account)) {
                requireAnotherAdmin(handle, account);
            }
            handle.createUpdate("delete from account where name = :name")
                    .bind("name", account.name())
                    .execute();
        });
    }

    void seen(String name) {
        jdbi.useHandle(handle -> handle.createUpdate("update account set last_seen_at = :now where name = :name")
                .bind("now", clock.instant())
                .bind("name", name)
                .execute());
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
            throw Problem.conflict("'" + but.name() + "' is the last administrator; make another one first.");
        }
    }
}
