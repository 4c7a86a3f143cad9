// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.plateaubench.olio.page.FieldRules;
import org.plateaubench.olio.page.Pages;
import org.plateaubench.olio.page.Paths;
import org.plateaubench.olio.page.Viewer;
import org.plateaubench.olio.store.EventSummary;
import org.plateaubench.olio.store.Listing;
import org.plateaubench.olio.store.SocialStore;

/**
 * Home page, tags and search. The home page may be cached: whole for anonymous visitors, and for signed-in users its
 * shared part.
 */
final class ListPages {
    private static final int KEPT_PAGES = 200;
    private static final Duration KEPT_FOR = Duration.ofMinutes(5);
    private static final int TAG_CHARACTERS_AT_MOST = 30;

    private final SocialStore store;
    private final Pages pages;
    private final InstantSource clock;
    private final PageCache<Part> parts;
    private final PageCache<byte[]> wholes;
    private final boolean keeps;

    ListPages(SocialStore store, Pages pages, InstantSource clock, boolean keeps) {
        this.store = store;
        this.pages = pages;
        this.clock = clock;
        this.keeps = keeps;
        this.parts = new PageCache<>(KEPT_PAGES, KEPT_FOR, clock);
        this.wholes = new PageCache<>(KEPT_PAGES, KEPT_FOR, clock);
    }

    /** Invalidates the cached pages. */
    void changed() {
        // The parts first: a whole page made in between would hold an old part.
        parts.invalidate();
        wholes.invalidate();
    }

    Answer home(Exchange exchange) {
        int page = exchange.page();
        Viewer viewer = exchange.viewer();
        if (!keeps) {
            return Answer.page(home(viewer, page, make(page).value()));
        }
        String key = Integer.toString(page);
        if (viewer.isSignedIn()) {
            return Answer.page(home(viewer, page, parts.of(key, () -> make(page))));
        }
        return Answer.page(wholes.of(key, () -> {
            Part part = parts.of(key, () -> make(page));
            return new PageCache.Made<>(home(viewer, page, part), part.until);
        }));
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

    private byte[] home(Viewer viewer, int page, Part part) {
        return pages.home(viewer, part.html, page == 1);
    }

    private PageCache.Made<Part> make(int page) {
        // When the first event has begun, it leaves the list, and all other events move up.
        Instant first = keeps && page > 1 ? parts.of("1", () -> make(1)).until : Instant.MAX;
        Instant oldest = clock.instant().plus(KEPT_FOR);
        Listing<EventSummary> events = store.upcoming(clock.instant(), page - 1);
        if (page == 1 && !events.items().isEmpty()) {
            first = events.items().getFirst().startsAt();
        }
        Instant until = first.isBefore(oldest) ? first : oldest;
        return new PageCache.Made<>(new Part(pages.homeListing(events, page, store.cloud()), until), until);
    }

    private record Part(String html, Instant until) {}
}
