// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.io.IOException;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.plateaubench.olio.store.EventDetail;
import org.plateaubench.olio.store.EventDetail.Coordinates;
import org.plateaubench.olio.store.EventDetail.EventSummary;
import org.plateaubench.olio.store.EventDetail.Listing;
import org.plateaubench.olio.store.EventDetail.PersonLink;
import org.plateaubench.olio.store.EventDetail.Tag;
import org.plateaubench.olio.store.SocialStore;
import org.plateaubench.olio.store.WriteResult;
import org.plateaubench.olio.web.RequestBodies.LongForm;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;

/** Home page, tags, search, the page of an event, and its actions. */
final class EventPages {
    private static final int TAG_CHARACTERS_AT_MOST = 30;
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

    Answer home(Exchange exchange) {
        int page = exchange.page();
        Listing events = store.upcoming(clock.instant(), page - 1);
        return Answer.page(pages.home(exchange.viewer(), events, page, store.cloud()));
    }

    Answer tags(Exchange exchange) {
        return Answer.page(pages.tags(exchange.viewer(), store.cloud()));
    }

    Answer tag(Exchange exchange, String name) throws Refused {
        if (name.isEmpty() || name.length() > TAG_CHARACTERS_AT_MOST) {
            throw Refused.notFound();
        }
        int page = exchange.page();
        Listing events = store.tagged(name, clock.instant(), page - 1);
        return Answer.page(pages.tag(exchange.viewer(), name, events, page));
    }

    Answer search(Exchange exchange) {
        String tag = exchange.parameter("tag").strip().toLowerCase(Locale.ROOT);
        if (tag.isEmpty() || tag.length() > TAG_CHARACTERS_AT_MOST) {
            return new Answer.SeeOther("/tags");
        }
        // Not every character may be in an address; what cannot be a tag need not be looked up either.
        return Form.isTag(tag)
                ? new Answer.SeeOther(Tag.path(tag))
                : Answer.page(pages.tag(exchange.viewer(), tag, new Listing(List.of(), false), 1));
    }

    Answer show(Exchange exchange, int id) throws Refused {
        EventDetail detail = store.event(id).orElseThrow(Refused::notFound);
        return Answer.page(pages.event(exchange.viewer(), detail, "", ""));
    }

    Answer form(Exchange exchange) {
        return exchange.viewer() == null
                ? new Answer.SeeOther("/login?to=/events/new")
                : Answer.page(pages.addEvent(exchange.viewer(), Form.EVENT.empty()));
    }

    Answer add(Exchange exchange) throws Refused, IOException {
        PersonLink person = exchange.person();
        try (LongForm form = LongForm.read(exchange.request(), uploads.incoming(), Form.EVENT);
                Upload picture = new Upload(uploads, MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL);
                Upload document = new Upload(uploads, MediaKind.EVENT_DOCUMENT)) {
            Form.Filled filled = form.filled();
            form.picture(picture, MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL);
            form.document(document, MediaKind.EVENT_DOCUMENT);
            if (!filled.isAcceptable()) {
                return Answer.page(form.status(), pages.addEvent(exchange.viewer(), filled));
            }
            EventForm event = new EventForm(
                    filled.value("title"),
                    filled.value("summary"),
                    filled.value("description"),
                    filled.value("telephone"),
                    filled.value("timeZone"),
                    LocalDateTime.parse(filled.value("startsAt")),
                    filled.address());
            Coordinates place = geocoder.locate(event.address());
            if (!(store.addEvent(person.id(), event, place, filled.tags(), clock.instant())
                    instanceof WriteResult.Done done)) {
                throw Refused.notSignedIn();
            }
            picture.keep(done.id());
            document.keep(done.id());
            return new Answer.SeeOther(EventSummary.path(done.id()));
        }
    }

    Answer attend(Exchange exchange, int id) throws Refused {
        PersonLink person = exchange.person();
        if (store.attend(id, person.id()) instanceof WriteResult.Refused refused
                && refused.why() != WriteResult.Refusal.ALREADY_ATTENDING) {
            throw Refused.notFound();
        }
        return new Answer.SeeOther(EventSummary.path(id));
    }

    Answer comment(Exchange exchange, int id) throws Refused {
        PersonLink person = exchange.person();
        UnaryOperator<String> fields = RequestBodies.shortForm(exchange.request());
        String text = Form.cleaned(fields.apply("text"), true);
        String rating = fields.apply("rating");
        if (text.isEmpty() || text.length() > COMMENT_CHARACTERS_AT_MOST || !rating.matches("[1-5]")) {
            EventDetail detail = store.event(id).orElseThrow(Refused::notFound);
            String problem = "A comment has 1 to 2500 characters and a rating from 1 to 5.";
            return Answer.page(422, pages.event(exchange.viewer(), detail, text, problem));
        }
        if (store.addComment(id, person.id(), text, Integer.parseInt(rating), clock.instant())
                instanceof WriteResult.Refused) {
            throw Refused.notFound();
        }
        return new Answer.SeeOther(EventSummary.path(id) + "#comments");
    }
}
