// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.plateaubench.olio.store.EventDetail.Coordinates;
import org.plateaubench.olio.store.EventDetail.PersonLink;
import org.plateaubench.olio.store.PersonDetail;
import org.plateaubench.olio.store.SocialStore;
import org.plateaubench.olio.store.WriteResult;
import org.plateaubench.olio.web.RequestBodies.LongForm;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.PersonForm;

/** The page of a person, registration, friendship, and signing in and out. */
final class PersonPages {
    private static final String TAKEN = "This name is taken.";

    /** A path of this site: after the first slash there is neither another slash nor a backslash. */
    private static final Pattern LOCAL = Pattern.compile("/(?:[A-Za-z0-9_.-][A-Za-z0-9/_.?=&%-]{0,200})?");

    private static final int CHARACTERS_AT_MOST = 100;

    private final SocialStore store;
    private final Pages pages;
    private final UploadFolder uploads;
    private final Geocoder geocoder;
    private final Sessions sessions;

    PersonPages(SocialStore store, Pages pages, UploadFolder uploads, Geocoder geocoder, Sessions sessions) {
        this.store = store;
        this.pages = pages;
        this.uploads = uploads;
        this.geocoder = geocoder;
        this.sessions = sessions;
    }

    Answer show(Exchange exchange, String name) throws Refused {
        PersonDetail profile = store.person(plausible(name)).orElseThrow(Refused::notFound);
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

    Answer add(Exchange exchange) throws Refused, IOException {
        try (LongForm form = LongForm.read(exchange.request(), uploads.incoming(), Form.PERSON);
                Upload picture = new Upload(uploads, MediaKind.PERSON_PICTURE, MediaKind.PERSON_THUMBNAIL)) {
            Form.Filled filled = form.filled();
            if (filled.problem("userName").isEmpty() && !store.isFree(filled.value("userName"))) {
                filled.reject("userName", TAKEN);
            }
            form.picture(picture, MediaKind.PERSON_PICTURE, MediaKind.PERSON_THUMBNAIL);
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
            Coordinates place = geocoder.locate(person.address());
            if (!(store.addPerson(person, place) instanceof WriteResult.Done done)) {
                filled.reject("userName", TAKEN);
                return Answer.page(422, pages.addPerson(exchange.viewer(), filled));
            }
            picture.keep(done.id());
            return new Answer.SeeOther(PersonLink.path(person.userName()) + "?new=1");
        }
    }

    Answer ask(Exchange exchange, String name) throws Refused {
        PersonLink person = exchange.person();
        return answer(name, store.askFriend(person.id(), plausible(name)));
    }

    Answer accept(Exchange exchange, String name) throws Refused {
        PersonLink person = exchange.person();
        return answer(name, store.acceptFriend(person.id(), plausible(name)));
    }

    private static Answer answer(String name, WriteResult written) throws Refused {
        if (written instanceof WriteResult.Refused refused) {
            switch (refused.why()) {
                case ALREADY_ASKED -> {}
                case NOT_ASKED, SAME_PERSON ->
                    throw new Refused(409, "Not possible", "There is nothing to accept here.");
                default -> throw Refused.notFound();
            }
        }
        return new Answer.SeeOther(PersonLink.path(name));
    }

    /** Returns the name; one that is not valid is not looked up. */
    private static String plausible(String name) throws Refused {
        if (!Form.userNameProblem(name).isEmpty()) {
            throw Refused.notFound();
        }
        return name;
    }

    Answer signInForm(Exchange exchange) {
        return Answer.page(pages.signIn(exchange.viewer(), "", local(exchange.parameter("to")), ""));
    }

    Answer signIn(Exchange exchange) throws Refused {
        UnaryOperator<String> fields = RequestBodies.shortForm(exchange.request());
        String name = fields.apply("name");
        String password = fields.apply("password");
        String to = local(fields.apply("to"));
        Optional<PersonLink> found = Form.userNameProblem(name).isEmpty() && password.length() <= CHARACTERS_AT_MOST
                ? store.signIn(name, password)
                : Optional.empty();
        if (found.isEmpty()) {
            String shown = name.length() > CHARACTERS_AT_MOST ? "" : name;
            String problem = "The user name or the password is not right.";
            return Answer.page(403, pages.signIn(null, shown, to, problem));
        }
        sessions.signIn(exchange.request(), exchange.response(), found.get());
        return new Answer.SeeOther(to);
    }

    Answer signOut(Exchange exchange) {
        Sessions.signOut(exchange.request(), exchange.response());
        return new Answer.SeeOther("/");
    }

    /** Returns the path only if it is on this site, so that no user is redirected to another one. */
    private static String local(String to) {
        return LOCAL.matcher(to).matches() ? to : "/";
    }
}
