// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.body.MultipartBody;
import org.plateaubench.http.html.Link;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.dialect.Uploads.NewEvent;
import org.plateaubench.plugin.olio.dialect.Uploads.NewPerson;
import org.plateaubench.plugin.olio.model.DialectName;

/** The addresses and forms of one application, and what its pages mean. Stateless; any thread. */
public sealed interface Dialect permits PhpDialect, RailsDialect, JavaDialect, PlateauDialect {
    /** Any number with fewer digits is an int. */
    int DIGITS_OF_INT = 10;

    /**
     * The dialect of a name.
     *
     * @param base path that the application lies below, without a slash at its end; empty for none
     */
    static Dialect of(DialectName name, String base) {
        return switch (name) {
            case PLATEAU -> new PlateauDialect(base);
            case PHP -> new PhpDialect(base);
            case RAILS -> new RailsDialect(base);
            case JAVA -> new JavaDialect(base);
        };
    }

    /** Name that a registered person signs in with; persons are numbered from 1. */
    default String userName(int number) {
        return OriginalNames.name(number);
    }

    /** Name of a tag; tags are numbered from 1. */
    default String tagName(int number) {
        return OriginalNames.name(number);
    }

    /** Target of the home page. */
    String home();

    /** Signs in. */
    Ask signIn(String userName, String password);

    /** Whether the home page is fetched after signing in, unless a redirect has led there. */
    boolean fetchesHomeAfterSignIn();

    /** Signs out. */
    Ask signOut();

    /**
     * Searches for events of a tag; what answers the last request lists them.
     *
     * @param count what is drawn for applications whose query has a count, 100 to 150
     */
    List<Ask> search(String tag, int count);

    /** Target of the page of an event. */
    String event(String event);

    /** What a page of an event fetches by script; what answers the last request says whether one can attend. */
    default List<Ask> scriptsOfEvent(String event, @Nullable String userName) {
        return List.of();
    }

    /** Attends an event. */
    Ask attend(String event, String userName);

    /** Target of the page of a person. */
    String person(int number, String userName);

    /** Whether the static files of a person's page are fetched. */
    default boolean fetchesStaticsOfPerson() {
        return true;
    }

    /** Target of the form to register. */
    String personForm();

    /** What the form to register asks before it is sent. */
    default List<Ask> beforeRegistering(String userName) {
        return List.of();
    }

    /** Where a registration is sent. */
    String personTarget(String userName);

    /** What a registration consists of. */
    MultipartBody registration(NewPerson person);

    /** Target of the form to announce an event. */
    String eventForm();

    /** Where an event is sent. */
    String eventTarget();

    /** What an event consists of. */
    MultipartBody announcement(NewEvent event);

    /** Adds what the page with the form to announce an event hands out for it, such as a token. */
    default void completeAnnouncement(MultipartBody body, Page form) {}

    /** The number of the event that a link leads to, null for a link to something else. */
    @Nullable
    String eventOf(WebAddress link);

    /** Whether an image is one of an event or person, and not of the site itself. */
    boolean isOfData(WebAddress image);

    /** Images of events and persons that a page refers to, each once. */
    default List<WebAddress> imagesOfData(Page page) {
        return page.images().stream().filter(this::isOfData).toList();
    }

    /** Whether a page was made for somebody who is signed in. */
    boolean isForSignedIn(Page page);

    /** Whether the user, signed in, can attend the event of this page. */
    boolean canAttend(Page event);

    /** Whether the answer to the last of {@link #scriptsOfEvent} says that the user can attend. */
    default boolean canAttend(String scriptAnswer) {
        return false;
    }

    /**
     * Whether a page is what was asked for, as far as it can be told.
     *
     * @param subject name of a tag or person, number of an event; empty for the home page
     */
    boolean isOf(PageKind kind, String subject, Page page);

    /** Whether a page says that the person was registered. */
    boolean saysRegistered(Page page, String userName);

    /** Whether a page says that the event was announced. */
    boolean saysAnnounced(Page page);

    /** Number that the site has given the person or event of a page, null where pages do not tell it. */
    default @Nullable Integer numberOf(PageKind kind, Page page) {
        return null;
    }

    /**
     * Length of an image that is part of the loaded data, as far as it is known.
     *
     * @return 0 where it is not known
     */
    default int imageBytes(WebAddress image, Scale scale) {
        return 0;
    }

    /** What can be looked at. */
    enum PageKind {
        HOME,
        TAG,
        EVENT,
        PERSON
    }

    /** Numbers of the events that a page links to, each once, in the order of the page. */
    default List<String> eventsOn(Page page) {
        Set<String> events = new LinkedHashSet<>();
        for (Link link : page.links()) {
            String event = eventOf(link.address());
            if (event != null) {
                events.add(event);
            }
        }
        return new ArrayList<>(events);
    }

    /** The digits after a prefix when nothing but digits follows, null otherwise. */
    static @Nullable String numberAfter(String prefix, String text) {
        if (!text.startsWith(prefix) || text.length() == prefix.length()) {
            return null;
        }
        for (int i = prefix.length(); i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return null;
            }
        }
        return text.substring(prefix.length());
    }

    /** The number of a row that has so many digits at most as fit; null for a longer one and for none. */
    static @Nullable Integer number(@Nullable String digits) {
        return digits == null || digits.length() >= DIGITS_OF_INT ? null : Integer.valueOf(digits);
    }
}
