// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.plateaubench.olio.page.FieldRules;
import org.plateaubench.olio.page.Pages;
import org.plateaubench.olio.page.Paths;
import org.plateaubench.olio.store.EventSummary;
import org.plateaubench.olio.store.Listing;
import org.plateaubench.olio.store.SocialStore;

/** Home page, tags and search. */
final class ListPages {
    private static final int TAG_CHARACTERS_AT_MOST = 30;

    private final SocialStore store;
    private final Pages pages;
    private final InstantSource clock;

    ListPages(SocialStore store, Pages pages, InstantSource clock) {
        this.store = store;
        this.pages = pages;
        this.clock = clock;
    }

    Answer home(Exchange exchange) {
        int page = exchange.page();
        Listing<EventSummary> events = store.upcoming(clock.instant(), page - 1);
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
        Listing<EventSummary> events = store.tagged(name, clock.instant(), page - 1);
        return Answer.page(pages.tag(exchange.viewer(), name, events, page));
    }

    Answer search(Exchange exchange) {
        String tag = exchange.parameter("tag").strip().toLowerCase(Locale.ROOT);
        if (tag.isEmpty() || tag.length() > TAG_CHARACTERS_AT_MOST) {
            return new Answer.SeeOther("/tags");
        }
        // Not every character may be in an address; what cannot be a tag need not be looked up either.
        return FieldRules.isTag(tag)
                ? new Answer.SeeOther(Paths.tag(tag))
                : Answer.page(pages.tag(exchange.viewer(), tag, new Listing<>(List.of(), false), 1));
    }
}
