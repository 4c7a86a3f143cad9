// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.plateaubench.app.console.TrustedProxy;
import org.plateaubench.web.access.audit.AuditLog;
import org.plateaubench.web.access.audit.AuditRoutes;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.http.Gate;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/**
 * Access control of the console: the gate before every route, the audit log, and the routes of accounts. Any thread.
 */
public final class Access implements Routes {
    /**
     * BCrypt cost of a password. The time of a guess doubles with each step; this cost takes about a tenth of a second.
     */
    public static final int PASSWORD_COST = 11;

    private final AccessGate gate;
    private final AuditLog log;
    private final FirstToken first = new FirstToken();
    private final Accounts accounts;
    private final List<Routes> routes;

    /**
     * Creates the access control for the accounts of a database.
     *
     * @param passwordCost cost of a guess, as {@link #PASSWORD_COST}, 4 to 31
     * @param proxy reverse proxy that signs users in; empty for none
     */
    public Access(Database database, InstantSource clock, int passwordCost, Optional<TrustedProxy> proxy) {
        Jdbi jdbi = database.jdbi();
        accounts = new Accounts(jdbi, clock);
        log = new AuditLog(jdbi, clock);
        Sessions sessions = new Sessions(jdbi, clock);
        ApiTokens tokens = new ApiTokens(jdbi, clock);
        SessionCookie cookie = SessionCookie.ofSession();
        Passwords passwords = new Passwords(passwordCost);
        gate = new AccessGate(accounts, sessions, tokens, cookie, new RequestRate(clock), proxy);
        SessionRoutes signIn = new SessionRoutes(accounts, sessions, passwords, first, new SignInLimit(clock), cookie);
        routes = List.of(
                signIn,
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

    @Override
    public void addTo(RouteTable table) {
        routes.forEach(one -> one.addTo(table));
    }
}
