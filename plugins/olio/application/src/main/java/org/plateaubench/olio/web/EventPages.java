// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.List;
import java.util.function.UnaryOperator;
import org.plateaubench.olio.geocode.Geocoder;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;
import org.plateaubench.olio.page.FilledForm;
import org.plateaubench.olio.page.Form;
import org.plateaubench.olio.page.Pages;
import org.plateaubench.olio.page.Paths;
import org.plateaubench.olio.store.EventDetail;
import org.plateaubench.olio.store.PersonLink;
import org.plateaubench.olio.store.SocialStore;
import org.plateaubench.olio.store.WriteResult;
import org.plateaubench.olio.upload.Upload;
import org.plateaubench.olio.upload.UploadFolder;
import org.plateaubench.plugin.olio.data.EventForm;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/** The page of an event, and its actions. */
final class EventPages {
    private static final int COMMENT_CHARACTERS_AT_MOST = 2500;

    private final SocialStore store;
    private final Pages pages;
    private final UploadFolder uploads;
    private final Geocoder geocoder;
    private final InstantSource clock;

    EventPages(SocialStore store, Pages pages, UploadFolder uploads, Geocoder geocoder, InstantSource clock) {
        this.store = store;
        this.pages = pages;
        this.uploads = uploads;
        this.geocoder = geocoder;
        this.clock = clock;
    }

    Answer show(Exchange exchange, int id) throws Refused {
        EventDetail detail = store.event(id).orElseThrow(Refused::notFound);
        return Answer.page(pages.event(exchange.viewer(), detail, "", null));
    }

    Answer form(Exchange exchange) {
        return exchange.viewer().isSignedIn()
                ? Answer.page(pages.addEvent(exchange.viewer(), FilledForm.empty(Form.EVENT)))
                : new Answer.SeeOther("/login?to=/events/new");
    }

    Answer add(Exchange exchange) throws Refused, IOException {
        PersonLink person = exchange.person();
        try (LongForm form = LongForm.read(exchange.request(), uploads.incoming(), Form.EVENT);
                Upload picture = new Upload(uploads, MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL);
                Upload document = new Upload(uploads, MediaKind.EVENT_DOCUMENT)) {
            FilledForm filled = form.filled();
            form.picture(picture, MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL);
            form.document(document, MediaKind.EVENT_DOCUMENT);
            if (!filled.isAcceptable()) {
                return Answer.page(form.status(), pages.addEvent(exchange.viewer(), filled));
            }
            EventForm event = event(filled);
            Coordinates place = AddressFields.located(geocoder, event.address());
            if (!(store.addEvent(person.id(), event, place, List.copyOf(filled.tags("tags")), clock.instant())
                    instanceof WriteResult.Done done)) {
                throw Refused.notSignedIn();
            }
            picture.keep(done.id());
            document.keep(done.id());
            return new Answer.SeeOther(Paths.event(done.id()));
        }
    }

    private static EventForm event(FilledForm filled) {
        return new EventForm(
                filled.value("title"),
                filled.value("summary"),
                filled.value("description"),
                filled.value("telephone"),
                filled.value("timeZone"),
                LocalDateTime.parse(filled.value("startsAt")),
                AddressFields.of(filled));
    }

    Answer attend(Exchange exchange, int id) throws Refused {
        PersonLink person = exchange.person();
        if (store.attend(id, person.id()) instanceof WriteResult.Refused refused
                && refused.why() != WriteResult.Refusal.ALREADY_ATTENDING) {
            throw Refused.notFound();
        }
        return new Answer.SeeOther(Paths.event(id));
    }

    Answer comment(Exchange exchange, int id) throws Refused {
        PersonLink person = exchange.person();
        UnaryOperator<String> fields = RequestBodies.shortForm(exchange.request());
        String text = FilledForm.cleaned(fields.apply("text"), true);
        int rating = rating(fields.apply("rating"));
        if (text.isEmpty() || text.length() > COMMENT_CHARACTERS_AT_MOST || rating == 0) {
            EventDetail detail = store.event(id).orElseThrow(Refused::notFound);
            String problem = "A comment has 1 to 2500 characters and a rating from 1 to 5.";
            return Answer.page(422, pages.event(exchange.viewer(), detail, text, problem));
        }
        if (store.addComment(id, person.id(), text, rating, clock.instant()) instanceof WriteResult.Refused) {
            throw Refused.notFound();
        }
        return new Answer.SeeOther(Paths.event(id) + "#comments");
    }

    /** Returns the rating; 0 for an invalid one. */
    private static int rating(String text) {
        return text.length() == 1 && text.charAt(0) >= '1' && text.charAt(0) <= '5' ? text.charAt(0) - '0' : 0;
    }
}
