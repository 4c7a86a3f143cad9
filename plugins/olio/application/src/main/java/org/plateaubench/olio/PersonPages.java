// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.plateaubench.olio.EventDetail.PersonLink;
import org.plateaubench.olio.RequestBodies.LongForm;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.PersonForm;

/** The page of a person, registration, friendship, and signing in and out. */
record PersonPages(SocialStore store, Pages pages, UploadFolder uploads, Geocoder geocoder, Sessions sessions) {
    private static final String TAKEN = "This name is taken.";

    /** A path of this site: after the first slash there is neither another slash nor a backslash. */
    private static final Pattern LOCAL = Pattern.compile("/(?:[A-Za-z0-9_.-][A-Za-z0-9/_.?=&%-]{0,200})?");

    private static final int MAX_CHARACTERS = 100;

    Answer show(Exchange exchange, String name) {
        // A name that is not valid is not looked up.
        if (!Form.userNameProblem(name).isEmpty()) {
            throw Refused.notFound();
        }
        PersonDetail profile = store.person(name);
        boolean isNew = !exchange.parameter("new").isEmpty() && exchange.viewer() == null;
        return Answer.page(pages.person(exchange.viewer(), profile, isNew));
    }

    Answer form(Exchange exchange) {
        return Answer.page(pages.addPerson(exchange.viewer(), Form.PERSON.empty()));
    }

    Answer check(Exchange exchange) {
        String name = exchange.parameter("name");
        String problem = Form.userNameProblem(name);
        if (problem.isEmpty() && !store.isFree(name)) {
            problem = TAKEN;
        }
        return Answer.json(
                problem.isEmpty() ? "{\"free\":true}\n" : "{\"free\":false,\"reason\":\"" + problem + "\"}\n");
    }

    Answer add(Exchange exchange) throws IOException {
        try (LongForm form = LongForm.read(exchange.request(), uploads.incoming(), Form.PERSON);
                Upload files = new Upload(uploads, MediaKind.PERSON_PICTURE, MediaKind.PERSON_THUMBNAIL)) {
            Form.Filled filled = form.filled();
            if (filled.problem("userName").isEmpty() && !store.isFree(filled.value("userName"))) {
                filled.reject("userName", TAKEN);
            }
            form.receive("picture", files, MediaKind.PERSON_PICTURE);
            if (!filled.isAcceptable()) {
                return Answer.page(form.status(), pages.addPerson(exchange.viewer(), filled));
            }
            PersonForm person = new PersonForm(
                    filled.value("userName"),
                    filled.value("password"),
                    filled.value("firstName"),
                    filled.value("lastName"),
                    filled.value("email"),
                    filled.value("telephone"),
                    filled.value("summary"),
                    filled.value("timeZone"),
                    filled.address());
            Optional<Integer> id = store.addPerson(person, geocoder.locate(person.address()));
            if (id.isEmpty()) {
                filled.reject("userName", TAKEN);
                return Answer.page(422, pages.addPerson(exchange.viewer(), filled));
            }
            files.keep(id.get());
            return Answer.seeOther(PersonLink.path(person.userName()) + "?new=1");
        }
    }

    Answer signInForm(Exchange exchange) {
        return Answer.page(pages.signIn(exchange.viewer(), "", localPath(exchange.parameter("to")), ""));
    }

    Answer signIn(Exchange exchange) {
        UnaryOperator<String> fields = RequestBodies.shortForm(exchange.request());
        String name = fields.apply("name");
        String password = fields.apply("password");
        String to = localPath(fields.apply("to"));
        Optional<PersonLink> found = Form.userNameProblem(name).isEmpty() && password.length() <= MAX_CHARACTERS
                ? store.signIn(name, password)
                : Optional.empty();
        if (found.isEmpty()) {
            String shown = name.length() > MAX_CHARACTERS ? "" : name;
            String problem = "The user name or the password is not right.";
            return Answer.page(403, pages.signIn(null, shown, to, problem));
        }
        sessions.signIn(exchange.request(), exchange.response(), found.get());
        return Answer.seeOther(to);
    }

    Answer signOut(Exchange exchange) {
        Sessions.signOut(exchange.request(), exchange.response());
        return Answer.seeOther("/");
    }

    /** Returns the path only if it is on this site, so that no user is redirected to another one. */
    private static String localPath(String to) {
        return LOCAL.matcher(to).matches() ? to : "/";
    }
}
