// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import org.plateaubench.olio.geocode.Geocoder;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;
import org.plateaubench.olio.page.FieldRules;
import org.plateaubench.olio.page.FilledForm;
import org.plateaubench.olio.page.Form;
import org.plateaubench.olio.page.Pages;
import org.plateaubench.olio.page.Paths;
import org.plateaubench.olio.store.PersonDetail;
import org.plateaubench.olio.store.PersonLink;
import org.plateaubench.olio.store.SocialStore;
import org.plateaubench.olio.store.WriteResult;
import org.plateaubench.olio.upload.Upload;
import org.plateaubench.olio.upload.UploadFolder;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/** The page of a person, registration and friendship. */
final class PersonPages {
    private static final String TAKEN = "This name is taken.";

    private final SocialStore store;
    private final Pages pages;
    private final UploadFolder uploads;
    private final Geocoder geocoder;

    PersonPages(SocialStore store, Pages pages, UploadFolder uploads, Geocoder geocoder) {
        this.store = store;
        this.pages = pages;
        this.uploads = uploads;
        this.geocoder = geocoder;
    }

    Answer show(Exchange exchange, String name) throws Refused {
        PersonDetail profile = store.person(plausible(name)).orElseThrow(Refused::notFound);
        boolean isNew =
                !exchange.parameter("new").isEmpty() && !exchange.viewer().isSignedIn();
        return Answer.page(pages.person(exchange.viewer(), profile, isNew));
    }

    Answer form(Exchange exchange) {
        return Answer.page(pages.addPerson(exchange.viewer(), FilledForm.empty(Form.PERSON)));
    }

    Answer check(Exchange exchange) {
        String name = exchange.parameter("name");
        String problem = FieldRules.userNameProblem(name);
        if (problem == null && !store.isFree(name)) {
            problem = TAKEN;
        }
        return Answer.json(problem == null ? "{\"free\":true}\n" : "{\"free\":false,\"reason\":\"" + problem + "\"}\n");
    }

    Answer add(Exchange exchange) throws Refused, IOException {
        try (LongForm form = LongForm.read(exchange.request(), uploads.incoming(), Form.PERSON);
                Upload picture = new Upload(uploads, MediaKind.PERSON_PICTURE, MediaKind.PERSON_THUMBNAIL)) {
            FilledForm filled = form.filled();
            if (filled.problem("userName") == null && !store.isFree(filled.value("userName"))) {
                filled.reject("userName", TAKEN);
            }
            form.picture(picture, MediaKind.PERSON_PICTURE, MediaKind.PERSON_THUMBNAIL);
            if (!filled.isAcceptable()) {
                return Answer.page(form.status(), pages.addPerson(exchange.viewer(), filled));
            }
            PersonForm person = person(filled);
            Coordinates place = AddressFields.located(geocoder, person.address());
            if (!(store.addPerson(person, place) instanceof WriteResult.Done done)) {
                filled.reject("userName", TAKEN);
                return Answer.page(422, pages.addPerson(exchange.viewer(), filled));
            }
            picture.keep(done.id());
            return new Answer.SeeOther(Paths.person(filled.value("userName")) + "?new=1");
        }
    }

    private static PersonForm person(FilledForm filled) {
        return new PersonForm(
                filled.value("userName"),
                filled.value("password"),
                filled.value("firstName"),
                filled.value("lastName"),
                filled.value("email"),
                filled.value("telephone"),
                filled.value("summary"),
                filled.value("timeZone"),
                AddressFields.of(filled));
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
        return new Answer.SeeOther(Paths.person(name));
    }

    /** Returns the name; one that is not valid is not looked up. */
    private static String plausible(String name) throws Refused {
        if (FieldRules.userNameProblem(name) != null) {
            throw Refused.notFound();
        }
        return name;
    }
}
