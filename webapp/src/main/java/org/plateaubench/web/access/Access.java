// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.http.Gate;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/** Who may use the console: the gate before every route, the audit log, and the routes of accounts. Any thread. */
public final class Access implements Routes {
    /** Cost of a guess at a password doubles with each; with this it is about a tenth of a second. */
    public static final int PASSWORD_COST = 11;

    private final AccessGate gate;
    private final AuditLog log;
    private final FirstToken first = new FirstToken();
    private final Accounts accounts;
    private final List<Routes> routes;

    /**
     * With the accounts of a database.
     *
     * @param passwordCost cost of a guess, as {@link #PASSWORD_COST}, 4 to 31
     */
    public Access(Database database, InstantSource clock, int passwordCost) {
        Jdbi jdbi = database.jdbi();
        accounts = new Accounts(jdbi, clock);
        log = new AuditLog(jdbi, clock);
        Sessions sessions = new Sessions(jdbi, clock);
        ApiTokens tokens = new ApiTokens(jdbi, clock);
        SessionCookie cookie = new SessionCookie();
        Passwords passwords = new Passwords(passwordCost);
        gate = new AccessGate(accounts, sessions, tokens, cookie, new RequestRate(clock));
        SessionRoutes signIn = new SessionRoutes(accounts, sessions, passwords, first, new SignInLimit(clock), cookie);
        routes = List.of(
                signIn,
                new UserRoutes(accounts, sessions, passwords, signIn),
                new TokenRoutes(tokens),
                new AuditRoutes(log));
    }

    /**
     * Says in a database that was made of a backup that it was: nobody is signed in any more, and the audit log has it.
     *
     * @param backup name of the backup
     */
    public static void restored(Jdbi jdbi, Instant now, String backup) {
        jdbi.useHandle(handle -> handle.execute("delete from sign_in"));
        new AuditLog(jdbi, InstantSource.fixed(now))
                .write(new Journal.Entry("", Role.ADMIN, "", "console restore", backup, "", "200", ""));
    }

    /** What decides who a caller is. */
    public Gate gate() {
        return gate;
    }

    /** Where what was changed is written down. */
    public Journal journal() {
        return log;
    }

    /**
     * A token for the first sign-in; empty when somebody has an account.
     *
     * @param anyway whether to make one even then, for who lost their password
     */
    public Optional<String> firstToken(boolean anyway) {
        return anyway || !accounts.any() ? Optional.of(first.make()) : Optional.empty();
    }

    @Override
    public void addTo(RouteTable table) {
        routes.forEach(room -> room.addTo(table));
    }
}
