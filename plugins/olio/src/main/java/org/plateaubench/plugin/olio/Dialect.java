// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.ArrayList;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.html.MultipartBody;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;

/** The addresses and forms of one application, and the meaning of its pages. Immutable. */
abstract class Dialect {
    /** Text of the answer that a user name is free. */
    static final String NAME_IS_FREE = "\"free\":true";

    /** A number with fewer digits fits into an int. */
    private static final int DIGITS_OF_INT = 10;

    private final HttpOrigin origin;
    private final String base;
    private final Addresses addresses;

    /** Creates a dialect whose addresses are below the path of the home page. */
    Dialect(WebAddress home, Addresses addresses) {
        this.origin = home.origin();
        this.base = base(home);
        this.addresses = addresses;
    }

    /**
     * The addresses of an application, paths and queries below its origin, and the requests that differ by application.
     *
     * @param event prefix of the address of an event, before its number
     * @param person prefix of the address of a person, before the name
     * @param personTarget target of the form for a person
     * @param eventTarget target of the form for an event
     * @param homeAfterSignIn whether the home page is fetched after signing in, unless a redirect has opened it
     * @param attendsByScript whether a script sends an attendance, so that the page stays open
     */
    record Addresses(
            String home,
            String event,
            String person,
            String personForm,
            String personTarget,
            String eventForm,
            String eventTarget,
            boolean homeAfterSignIn,
            boolean attendsByScript) {}

    /** The driven application: its addresses, forms and answers. */
    public enum Name {
        /** The reference application of the harness. */
        PLATEAU,
        PHP
    }

    enum PageKind {
        HOME,
        TAG,
        EVENT,
        PERSON
    }

    /**
     * The subject of a requested page.
     *
     * @param number number of the tag, event or person; 0 when unknown, and for the home page
     * @param name name of the tag or person, title of the event; empty when unknown
     */
    record Subject(PageKind kind, int number, String name) {
        static final Subject HOME = new Subject(PageKind.HOME, 0, "");
    }

    /** Returns the path of a home page without a trailing slash. */
    static String base(WebAddress home) {
        String path = home.path();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    final HttpOrigin origin() {
        return origin;
    }

    final String base() {
        return base;
    }

    final Addresses addresses() {
        return addresses;
    }

    final BrowserRequest get(String target) {
        return BrowserRequest.get(new WebAddress(origin, target));
    }

    final BrowserRequest post(String target, @Nullable RequestBody body) {
        return new BrowserRequest("POST", new WebAddress(origin, target), body, List.of());
    }

    /** Returns the name that a registered person signs in with; persons are numbered from 1. */
    abstract String userName(int number);

    abstract String tagName(int number);

    abstract BrowserRequest signIn(String userName, String password);

    abstract BrowserRequest signOut();

    /**
     * Returns the requests of a search for events of a tag; the answer to the last one lists them.
     *
     * @param count number of results, for applications whose query has one, 100 to 150
     */
    abstract List<BrowserRequest> search(String tag, int count);

    abstract BrowserRequest attend(String event);

    /** Returns texts that the answer contains after a person was added to an event. */
    abstract List<String> confirmationOfAttendance(String userName);

    /** Returns the requests of scripts of the registration form before it is sent; the answer is {@link #NAME_IS_FREE}. */
    List<BrowserRequest> beforeRegistering(String userName) {
        return List.of();
    }

    abstract MultipartBody registration(PersonForm form, RequestBody picture);

    abstract MultipartBody announcement(
            EventForm form, List<String> tags, String submitter, RequestBody picture, RequestBody document);

    /** Returns the number of the event that a link opens, null for any other link. */
    final @Nullable String eventOf(WebAddress link) {
        String target = link.target();
        String digits = target.startsWith(addresses.event) ? target.substring(addresses.event.length()) : "";
        return !digits.isEmpty() && digits.chars().allMatch(digit -> digit >= '0' && digit <= '9') ? digits : null;
    }

    /** Returns the numbers of the events that a page links to, each once, in the order of the page. */
    final List<String> eventsOn(Page page) {
        List<String> events = new ArrayList<>();
        for (WebAddress link : page.linksBelow(addresses.event)) {
            String event = eventOf(link);
            if (event != null) {
                events.add(event);
            }
        }
        return events;
    }

    /** Returns whether an image belongs to an event or person, and not to the site itself. */
    abstract boolean isContentImage(WebAddress image);

    /** Returns the name of the signed-in person whose page it is; empty if no person is signed in. */
    abstract String viewerOf(Page page);

    abstract boolean canAttend(Page event);

    /** Returns why a page is not the requested one, as the end of a sentence about the page; empty when it is. */
    abstract String faultOf(Subject subject, Page page);

    /** Returns the event that a page shows after it was announced. */
    final Subject announced(Page page, String title) {
        return new Subject(PageKind.EVENT, number(eventOf(page.address())), title);
    }

    /** Returns the number of the person of a page, 0 when pages do not show it. */
    int personOf(Page page) {
        return 0;
    }

    /** Returns the kind and number of an image of the loaded data; null when unknown. */
    @Nullable
    DataFile fileOf(WebAddress image) {
        return null;
    }

    /** A file whose bytes are a function of its kind and number. */
    record DataFile(MediaKind kind, int id) {}

    static boolean hasText(Page page, String selector, String text) {
        Element element = page.document().selectFirst(selector);
        return element != null && element.text().equals(text);
    }

    static MultipartBody withAddress(MultipartBody body, AddressForm address) {
        return body.add("street1", address.street1())
                .add("street2", address.street2())
                .add("city", address.city())
                .add("state", address.state())
                .add("zip", address.zip())
                .add("country", address.country());
    }

    /** Parses the number of a row; returns 0 for no digits, and for so many that the number may not fit. */
    static int number(@Nullable String digits) {
        return digits == null || digits.length() >= DIGITS_OF_INT ? 0 : Integer.parseInt(digits);
    }
}
