// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.plateaubench.app.console.SignInProvider;
import org.plateaubench.web.access.audit.AuditLog;
import org.plateaubench.web.access.audit.AuditRoutes;
import org.plateaubench.web.access.provider.OpenIdProvider;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.http.Gate;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/**
 * Access control of the console: the gate before every route, the audit log, and the routes of accounts. Any thread.
 */
public final class Access implements Routes, AutoCloseable {
    /**
     * BCrypt cost of a password. The time of a guess doubles with each step; this cost takes about a tenth of a second.
     */
    public static final int PASSWORD_COST = 11;

    private final AccessGate gate;
    private final AuditLog log;
    private final FirstToken first = new FirstToken();
    private final Accounts accounts;
    private final ProviderRoutes provider;
    private final List<Routes> routes;

    /**
     * Creates the access control for the accounts of a database.
     *
     * @param passwordCost cost of a guess, as {@link #PASSWORD_COST}, 4 to 31
     * @param outside the provider of external sign-in; empty for none
     * @throws IOException with a message for the user when the provider cannot be used
     */
    public Access(Database database, InstantSource clock, int passwordCost, Optional<SignInProvider> outside)
            throws IOException {
        Jdbi jdbi = database.jdbi();
        accounts = new Accounts(
                jdbi, clock, outside.map(one -> one.issuer().toString()).orElse(null));
        log = new AuditLog(jdbi, clock);
        Sessions sessions = new Sessions(jdbi, clock);
        ApiTokens tokens = new ApiTokens(jdbi, clock);
        SessionCookie cookie = SessionCookie.ofSession();
        Passwords passwords = new Passwords(passwordCost);
        gate = new AccessGate(accounts, sessions, tokens, cookie, new RequestRate(clock));
        provider = new ProviderRoutes(
                outside.isPresent() ? new OpenIdProvider(outside.get(), clock) : null,
                accounts,
                sessions,
                cookie,
                new PendingSignIns(clock));
        SessionRoutes signIn =
                new SessionRoutes(accounts, sessions, passwords, first, new SignInLimit(clock), cookie, provider);
        routes = List.of(
                signIn,
                provider,
                new UserRoutes(accounts, sessions, passwords, signIn),
                new TokenRoutes(tokens),
                new AuditRoutes(log));
    }

    /**
     * Marks a database as restored from a backup: all sessions end, and the audit log records the restore.
     *
     * @param backup name of the backup
     */
    public static void restored(Jdbi jdbi, Instant now, String backup) {
        jdbi.useHandle(handle -> handle.execute("delete from sign_in"));
        new AuditLog(jdbi, InstantSource.fixed(now))
                .write(new Journal.Entry("", Role.ADMIN, "", "console restore", backup, "", "200", ""));
    }

    /** Returns the gate, which identifies the caller of a request. */
    public Gate gate() {
        return gate;
    }

    /** Returns the journal that records changes. */
    public Journal journal() {
        return log;
    }

    /**
     * Returns a token for the first sign-in; empty when there is an account.
     *
     * @param anyway whether to create a token even then, for an administrator who lost their password
     */
    public Optional<String> firstToken(boolean anyway) {
        return anyway || !accounts.any() ? Optional.of(first.make()) : Optional.empty();
    }

    /**
     * Sets the address of the console, to which a provider redirects users unless the options name another address.
     *
     * @throws IOException with a message for the user when a provider cannot redirect to that address
     */
    public void servesAt(URI address) throws IOException {
        provider.servesAt(address);
    }

    @Override
    public void close() {
        provider.close();
    }

    @Override
    public void addTo(RouteTable table) {
        routes.forEach(one -> one.addTo(table));
    }
}
