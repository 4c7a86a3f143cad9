// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.plateaubench.olio.EventDetail.EventSummary;
import org.plateaubench.olio.EventDetail.Listing;
import org.plateaubench.olio.EventDetail.PersonLink;
import org.plateaubench.olio.EventDetail.Tag;
import org.plateaubench.olio.RequestBodies.LongForm;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;

/** Home page, tags, search, the page of an event, and its actions. */
record EventPages(SocialStore store, Pages pages, UploadFolder uploads, Geocoder geocoder, InstantSource clock) {
    private static final int MAX_COMMENT_CHARACTERS = 2500;

    Answer home(Exchange exchange) {
        int page = exchange.page();
        Listing events = store.upcoming(clock.instant(), page - 1);
        return Answer.page(pages.home(exchange.viewer(), events, page, store.cloud()));
    }

    Answer tags(Exchange exchange) {
        return Answer.page(pages.tags(exchange.viewer(), store.cloud()));
    }

    Answer tag(Exchange exchange, String name) {
        if (name.isEmpty() || name.length() > Form.MAX_TAG_CHARACTERS) {
            throw Refused.notFound();
        }
        int page = exchange.page();
        Listing events = store.tagged(name, clock.instant(), page - 1);
        return Answer.page(pages.tag(exchange.viewer(), name, events, page));
    }

    Answer search(Exchange exchange) {
        String tag = exchange.parameter("tag").strip().toLowerCase(Locale.ROOT);
        if (tag.isEmpty() || tag.length() > Form.MAX_TAG_CHARACTERS) {
            return Answer.seeOther("/tags");
        }
        // An address cannot contain every character; an impossible tag need not be looked up either.
        return Form.isTag(tag)
                ? Answer.seeOther(Tag.path(tag))
                : Answer.page(pages.tag(exchange.viewer(), tag, new Listing(List.of(), false), 1));
    }

    Answer show(Exchange exchange, int id) {
        return Answer.page(pages.event(exchange.viewer(), store.event(id), "", ""));
    }

    Answer form(Exchange exchange) {
        return exchange.viewer() == null
                ? Answer.seeOther("/login?to=/events/new")
                : Answer.page(pages.addEvent(exchange.viewer(), Form.EVENT.empty()));
    }

    Answer add(Exchange exchange) throws IOException {
        PersonLink person = exchange.person();
        try (LongForm form = LongForm.read(exchange.request(), uploads.incoming(), Form.EVENT);
                Upload files = new Upload(
                        uploads, MediaKind.EVENT_PICTURE, MediaKind.EVENT_THUMBNAIL, MediaKind.EVENT_DOCUMENT)) {
            Form.Filled filled = form.filled();
            form.receive("picture", files, MediaKind.EVENT_PICTURE);
            form.receive("document", files, MediaKind.EVENT_DOCUMENT);
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
            int id = store.addEvent(
                    person.id(), event, geocoder.locate(event.address()), filled.tags(), clock.instant());
            files.keep(id);
            return Answer.seeOther(EventSummary.path(id));
        }
    }

    Answer attend(Exchange exchange, int id) {
        store.attend(id, exchange.person().id());
        return Answer.seeOther(EventSummary.path(id));
    }

    Answer comment(Exchange exchange, int id) {
        PersonLink person = exchange.person();
        UnaryOperator<String> fields = RequestBodies.shortForm(exchange.request());
        String text = Form.cleaned(fields.apply("text"), true);
        String rating = fields.apply("rating");
        if (text.isEmpty() || text.length() > MAX_COMMENT_CHARACTERS || !rating.matches("[1-5]")) {
            String problem = "A comment has 1 to 2500 characters and a rating from 1 to 5.";
            return Answer.page(422, pages.event(exchange.viewer(), store.event(id), text, problem));
        }
        store.addComment(id, person.id(), text, Integer.parseInt(rating), clock.instant());
        return Answer.seeOther(EventSummary.path(id) + "#comments");
    }
}
