// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.html.MultipartBody;
import org.plateaubench.http.html.Link;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.plugin.olio.data.Scale;

/** The addresses and forms of one application, and the meaning of its pages. Stateless; any thread. */
public interface Dialect {
    /** A number with fewer digits fits into an int. */
    int DIGITS_OF_INT = 10;

    /**
     * The addresses of an application, paths and queries below its origin.
     *
     * @param event beginning of the address of an event, before its number
     * @param person beginning of the address of a person, before the name
     * @param personTarget target of the form for a person
     * @param eventTarget target of the form for an event
     * @param homeAfterSignIn whether the home page is fetched after signing in, unless a redirect has opened it
     */
    record Addresses(
            String home,
            String event,
            String person,
            String personForm,
            String personTarget,
            String eventForm,
            String eventTarget,
            boolean homeAfterSignIn) {}

    Addresses addresses();

    /** Returns the name that a registered person signs in with; persons are numbered from 1. */
    String userName(int number);

    String tagName(int number);

    DialectRequest signIn(String userName, String password);

    DialectRequest signOut();

    /**
     * Returns the requests of a search for events of a tag; the answer to the last one lists them.
     *
     * @param count number of results, for applications whose query has one, 100 to 150
     */
    List<DialectRequest> search(String tag, int count);

    DialectRequest attend(String event);

    /** Returns the requests of the registration form before it is sent. */
    default List<DialectRequest> beforeRegistering(String userName) {
        return List.of();
    }

    MultipartBody registration(PersonForm form, RequestBody picture);

    MultipartBody announcement(
            EventForm form, List<String> tags, String submitter, RequestBody picture, RequestBody document);

    /** Returns the number of the event that a link opens, null for any other link. */
    default @Nullable String eventOf(WebAddress link) {
        return numberAfter(addresses().event(), link.target());
    }

    /** Returns whether an image belongs to an event or person, and not to the site itself. */
    boolean isOfData(WebAddress image);

    /** Returns the images of events and persons on a page, each once. */
    default List<WebAddress> imagesOfData(Page page) {
        return page.images().stream().filter(this::isOfData).toList();
    }

    boolean isForSignedIn(Page page);

    boolean canAttend(Page event);

    /**
     * Returns whether a page is the requested one, as far as it shows.
     *
     * @param subject name of a tag or person, number of an event; empty for the home page
     */
    boolean isOf(PageKind kind, String subject, Page page);

    boolean confirmsRegistration(Page page, String userName);

    boolean confirmsAnnouncement(Page page);

    /** Returns the number of the person or event of a page, null when pages do not show it. */
    default @Nullable Integer numberOf(PageKind kind, Page page) {
        return null;
    }

    /**
     * Returns the length of an image of the loaded data, bytes.
     *
     * @return length, 0 when unknown
     */
    default int imageBytes(WebAddress image, Scale scale) {
        return 0;
    }

    /** The driven application: its addresses, forms and answers. */
    enum Name {
        /** The application that comes with the harness. */
        PLATEAU,
        /** Olio for PHP. */
        PHP
    }

    enum PageKind {
        HOME,
        TAG,
        EVENT,
        PERSON
    }

    /** Returns the numbers of the events that a page links to, each once, in the order of the page. */
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

    /** Adds the fields of an address to a form. */
    static MultipartBody withAddress(MultipartBody body, AddressForm address) {
        return body.add("street1", address.street1())
                .add("street2", address.street2())
                .add("city", address.city())
                .add("state", address.state())
                .add("zip", address.zip())
                .add("country", address.country());
    }

    /** Adds the picture of a person to a form, as the file of a field. */
    static MultipartBody withPicture(MultipartBody body, String field, RequestBody picture) {
        return body.addFile(field, "person.jpg", picture);
    }

    /** Adds picture and document of an event to a form, as the files of two fields. */
    static MultipartBody withFiles(
            MultipartBody body, String pictureField, RequestBody picture, String documentField, RequestBody document) {
        return body.addFile(pictureField, "event.jpg", picture).addFile(documentField, "event.pdf", document);
    }

    /** Returns the digits after a prefix, null when there is any other character. */
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

    /** Returns the number of a row; null for one that may not fit, and for no digits. */
    static @Nullable Integer number(@Nullable String digits) {
        return digits == null || digits.length() >= DIGITS_OF_INT ? null : Integer.valueOf(digits);
    }

    /**
     * A request of a dialect.
     *
     * @param method {@code GET} or {@code POST}
     * @param target path and query, below the origin
     * @param body body of a POST, null for none
     * @param script whether a script sends it, so that the page stays open
     */
    public record DialectRequest(
            String method, String target, @Nullable RequestBody body, boolean script) {

        public static DialectRequest get(String target) {
            return new DialectRequest("GET", target, null, false);
        }

        public static DialectRequest post(String target, @Nullable RequestBody body) {
            return new DialectRequest("POST", target, body, false);
        }

        public DialectRequest byScript() {
            return new DialectRequest(method, target, body, true);
        }
    }
}
