// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.plateaubench.web.access.AccountFile.Account;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;

/** The accounts. The last administrator cannot be removed or disabled. Thread-safe. */
final class Accounts {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,62}");

    /** Shortest time between two updates of the time at which an account was last seen. */
    private static final Duration SEEN_INTERVAL = Duration.ofMinutes(1);

    private final AccountFile file;
    private final InstantSource clock;

    Accounts(AccountFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** Returns the stored form of a name, which is not case-sensitive. */
    static String normal(String name) {
        return name.strip().toLowerCase(Locale.ROOT);
    }

    boolean hasAny() {
        return !file.content().accounts().isEmpty();
    }

    Optional<Account> find(String name) {
        return find(file.content(), name);
    }

    /** Returns an account that may use its role now. */
    Optional<Account> active(String name) {
        return find(name).filter(account -> !account.disabled());
    }

    private static Optional<Account> find(AccountFile.Content content, String name) {
        return Optional.ofNullable(content.accounts().get(normal(name)));
    }

    List<Account> list() {
        return file.content().accounts().values().stream()
                .sorted(Comparator.comparing(Account::name))
                .toList();
    }

    /** Creates an account with the digest of its password. */
    Account create(String name, Role role, String digest) {
        String normal = normal(name);
        if (!NAME.matcher(normal).matches()) {
            throw Problem.wrongInput(
                    "An account's name has up to 63 letters, digits and . _ @ - and begins with a letter or digit.",
                    Problem.Detail.of("name", "is not a valid account name"));
        }
        Account account = new Account(normal, role, digest, false, clock.instant(), null);
        file.change(content -> {
            if (content.accounts().putIfAbsent(normal, account) != null) {
                throw Problem.conflict("There is an account '" + normal + "' already.");
            }
        });
        return account;
    }

    /** Changes an account from its state at that moment, so that concurrent changes are not undone. */
    Account change(String name, UnaryOperator<Account> change) {
        file.change(content -> {
            Account before = require(content, name);
            content.accounts().put(before.name(), change.apply(before));
            requireAdmin(content, before);
        });
        return require(name);
    }

    Account require(String name) {
        return require(file.content(), name);
    }

    static Account require(AccountFile.Content content, String name) {
        return find(content, name).orElseThrow(() -> Problem.notFound("There is no account '" + name + "'."));
    }

    /** Deletes an account with its tokens and sessions. */
    void delete(String name) {
        file.change(content -> {
            Account account = require(content, name);
            content.accounts().remove(account.name());
            content.tokens().values().removeIf(token -> token.owner().equals(account.name()));
            content.sessions().values().removeIf(session -> account.name().equals(session.account()));
            requireAdmin(content, account);
        });
    }

    /** Records the use of an account, at most once a minute. */
    void recordUse(Account account) {
        Instant now = clock.instant();
        Instant before = account.lastSeenAt();
        if (before == null || !now.isBefore(before.plus(SEEN_INTERVAL))) {
            file.change(content ->
                    content.accounts().computeIfPresent(account.name(), (name, present) -> present.withLastSeen(now)));
        }
    }

    private static boolean isActiveAdmin(Account account) {
        return account.role() == Role.ADMIN && !account.disabled();
    }

    /** Requires that an administrator remains after a change. */
    private static void requireAdmin(AccountFile.Content content, Account changed) {
        if (isActiveAdmin(changed) && content.accounts().values().stream().noneMatch(Accounts::isActiveAdmin)) {
            throw Problem.conflict("'" + changed.name() + "' is the last administrator; create another one first.");
        }
    }
}
