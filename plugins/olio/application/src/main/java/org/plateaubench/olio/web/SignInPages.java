// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.plateaubench.olio.page.Pages;
import org.plateaubench.olio.page.Viewer;
import org.plateaubench.olio.store.PersonLink;
import org.plateaubench.olio.store.SocialStore;

/** The pages for signing in and out. */
final class SignInPages {
    /** A path of this site: after the first slash there is neither another slash nor a backslash. */
    private static final Pattern LOCAL = Pattern.compile("/(?:[A-Za-z0-9_.-][A-Za-z0-9/_.?=&%-]{0,200})?");

    private static final int CHARACTERS_AT_MOST = 100;

    private final SocialStore store;
    private final Pages pages;
    private final Sessions sessions;

    SignInPages(SocialStore store, Pages pages, Sessions sessions) {
        this.store = store;
        this.pages = pages;
        this.sessions = sessions;
    }

    Answer form(Exchange exchange) {
        return Answer.page(pages.signIn(exchange.viewer(), "", local(exchange.parameter("to")), null));
    }

    Answer signIn(Exchange exchange) throws Refused {
        UnaryOperator<String> fields = RequestBodies.shortForm(exchange.request());
        String name = fields.apply("name");
        String password = fields.apply("password");
        String to = local(fields.apply("to"));
        Optional<PersonLink> found =
                isPlausible(name) && isPlausible(password) ? store.signIn(name, password) : Optional.empty();
        if (found.isEmpty()) {
            String shown = name.length() > CHARACTERS_AT_MOST ? "" : name;
            String problem = "The user name or the password is not right.";
            return Answer.page(403, pages.signIn(Viewer.ANONYMOUS, shown, to, problem));
        }
        if (!sessions.signIn(exchange.request(), exchange.response(), found.get())) {
            throw new Refused(503, "Too busy", "As many people are signed in as this site can take.");
        }
        return new Answer.SeeOther(to);
    }

    Answer signOut(Exchange exchange) {
        Sessions.signOut(exchange.request());
        return new Answer.SeeOther("/");
    }

    private static boolean isPlausible(String text) {
        return !text.isEmpty() && text.length() <= CHARACTERS_AT_MOST && text.indexOf('\0') < 0;
    }

    /** Returns the path only if it is on this site, so that no user is redirected to another one. */
    private static String local(String to) {
        return LOCAL.matcher(to).matches() ? to : "/";
    }
}
