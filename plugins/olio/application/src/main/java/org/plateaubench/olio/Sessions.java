// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.time.Duration;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.session.DefaultSessionCache;
import org.eclipse.jetty.session.NullSessionDataStore;
import org.eclipse.jetty.session.SessionHandler;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.EventDetail.PersonLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sessions in memory. Only a signed-in user has one: an anonymous visitor gets no cookie. Thread-safe. */
final class Sessions {
    static final String COOKIE = "olio";

    private static final String PERSON = "person";

    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    private final SessionHandler handler = new SessionHandler();
    private final DefaultSessionCache cache = new DefaultSessionCache(handler);

    Sessions(Duration idleAtMost) {
        cache.setSessionDataStore(new NullSessionDataStore());
        cache.setInvalidateOnShutdown(true);
        handler.setSessionCache(cache);
        handler.setSessionCookie(COOKIE);
        handler.setSessionPath("/");
        handler.setHttpOnly(true);
        handler.setSameSite(HttpCookie.SameSite.LAX);
        handler.setSecureRequestOnly(true);
        handler.setUsingUriParameters(false);
        handler.setMaxInactiveInterval(Math.toIntExact(idleAtMost.toSeconds()));
    }

    Handler.Singleton wrap(Handler inner) {
        handler.setHandler(inner);
        return handler;
    }

    /** Returns the signed-in user; null for none. */
    @Nullable
    PersonLink person(Request request) {
        Session session = request.getSession(false);
        try {
            return session == null ? null : (PersonLink) session.getAttribute(PERSON);
        } catch (IllegalStateException e) {
            // Another request has just ended it.
            return null;
        }
    }

    /** Signs a user in, in a session with a new id, which cannot be predicted. */
    void signIn(Request request, Response response, PersonLink person) {
        boolean hadSession = request.getSession(false) != null;
        Session session = request.getSession(true);
        if (hadSession) {
            session.renewId(request, response);
        }
        session.setAttribute(PERSON, person);
    }

    /** Ends the session of a user, if there is one, and its cookie. */
    static void signOut(Request request, Response response) {
        Session session = request.getSession(false);
        if (session != null) {
            try {
                session.invalidate();
            } catch (IllegalStateException e) {
                LOG.debug("ended by another request", e);
            }
        }
        Response.putCookie(
                response,
                HttpCookie.build(COOKIE, "").path("/").httpOnly(true).maxAge(0).build());
    }

    /** Ends all sessions: a load may change or remove the persons in them. */
    void endAll() {
        cache.shutdown();
    }

    int count() {
        return Math.toIntExact(cache.getSessionsCurrent());
    }
}
