// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.console.ConsoleOptions.TrustedProxy;
import org.plateaubench.web.http.Gate;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;

/**
 * Access control of the console: the gate before every route, the audit log, and the routes of accounts. Thread-safe.
 */
public final class Access implements Routes {
    /**
     * BCrypt cost of a password. The time of a guess doubles with each step; this cost takes about a tenth of a second.
     */
    public static final int PASSWORD_COST = 11;

    private final AccessGate gate;
    private final AuditLog log;
    private final SessionRoutes signIn;
    private final Accounts accounts;
    private final List<Routes> routes;

    /** The cost of a guess is 4 to 31; see {@link #PASSWORD_COST}. */
    public Access(Path data, InstantSource clock, int passwordCost, Optional<TrustedProxy> proxy) throws IOException {
        AccountFile file = AccountFile.open(data);
        accounts = new Accounts(file, clock);
        log = AuditLog.open(data, clock);
        Sessions sessions = new Sessions(file, clock);
        ApiTokens tokens = new ApiTokens(file, clock);
        Passwords passwords = new Passwords(passwordCost, clock);
        gate = new AccessGate(accounts, sessions, tokens, proxy);
        signIn = new SessionRoutes(accounts, sessions, passwords);
        routes = List.of(signIn, new UserRoutes(accounts, sessions, passwords, signIn), tokens, log);
    }

    public Gate gate() {
        return gate;
    }

    public Journal journal() {
        return log;
    }

    /** Returns a token for the first sign-in; with an account only if {@code anyway}, for a lost password. */
    public Optional<String> firstToken(boolean anyway) {
        return anyway || !accounts.hasAny() ? Optional.of(signIn.newFirstToken()) : Optional.empty();
    }

    @Override
    public void addTo(RouteTable table) {
        routes.forEach(route -> route.addTo(table));
    }
}
