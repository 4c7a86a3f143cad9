// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import org.jspecify.annotations.Nullable;

/**
 * Runs before every route: identifies the caller, checks the role, and writes the entry in the journal. Thread-safe.
 */
public final class Guard {
    static final String TARGET = "plateau.target";
    static final String UNWRITTEN = "plateau.unwritten";

    private static final int FORBIDDEN = 403;

    private final Gate gate;
    private final Journal journal;
    private final Failures failures;

    public Guard(Gate gate, Journal journal, Failures failures) {
        this.gate = gate;
        this.journal = journal;
        this.failures = failures;
    }

    /** Wraps the handler of a route with the check of the role. */
    public Handler before(RouteTable.Route route) {
        return route.isRead() ? context -> passRead(context, route) : context -> passWritten(context, route);
    }

    private void passRead(Context context, RouteTable.Route route) throws Exception {
        try {
            pass(context, route);
        } catch (Problem problem) {
            // An insufficient role is recorded; a request of a browser whose session has ended is not.
            if (problem.status() == FORBIDDEN) {
                write(context, route, problem.status() + " " + problem.getMessage());
            }
            throw problem;
        }
    }

    private void pass(Context context, RouteTable.Route route) throws Exception {
        Caller caller = gate.admit(context, route);
        caller.attachTo(context);
        if (!caller.role().includes(route.role())) {
            throw caller.role() == Role.ANYONE
                    ? new Problem(401, "Sign in first.")
                    : new Problem(
                            FORBIDDEN, "This needs the role " + route.role().word() + ".");
        }
        route.handler().handle(context);
    }

    private void passWritten(Context context, RouteTable.Route route) throws Exception {
        try {
            pass(context, route);
            write(context, route, String.valueOf(context.statusCode()));
        } catch (Exception e) {
            Problem problem = failures.problemOf(e, context);
            write(context, route, problem.status() + " " + problem.getMessage());
            throw problem;
        }
    }

    private void write(Context context, RouteTable.Route route, String outcome) {
        if (context.attribute(UNWRITTEN) != null) {
            return;
        }
        Caller caller = Caller.of(context);
        @Nullable String target = context.attribute(TARGET);
        String about = target == null ? String.join(" ", context.pathParamMap().values()) : target;
        journal.write(new Journal.Entry(
                caller.name(),
                caller.role(),
                text(caller.credential()),
                route.action(),
                text(about),
                text(outcome),
                context.ip()));
    }

    /**
     * Returns a caller's text for display, without characters that could disguise an entry: control characters and changes
     * of the writing direction.
     */
    private static String text(String input) {
        return input.substring(0, Math.min(input.length(), Journal.MAXIMUM_TEXT))
                .replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "\uFFFD");
    }
}
