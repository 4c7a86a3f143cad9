// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.Answer;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.browser.Fetched;
import org.plateaubench.http.browser.PageVisit;
import org.plateaubench.http.browser.Resource;
import org.plateaubench.http.browser.StatusFailure;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.Dialect.PageKind;
import org.plateaubench.plugin.olio.PageLoader.Shown;
import org.plateaubench.plugin.olio.PageLoader.Visitor;
import org.plateaubench.plugin.olio.data.Scale;

/** Opens pages, fetches their files, and checks them. Not thread-safe. */
final class PageLoader {
    private static final int LEAST_STATUS_REFUSED = 400;

    private final Browser browser;
    private final Dialect dialect;
    private final Scale scale;
    private final boolean strict;
    private final Visitor visitor;

    PageLoader(Dialect dialect, Scale scale, boolean strict, Browser browser, Visitor visitor) {
        this.browser = browser;
        this.dialect = dialect;
        this.scale = scale;
        this.strict = strict;
        this.visitor = visitor;
    }

    Page open(String target) throws IOException {
        return go(dialect.get(target));
    }

    Page go(BrowserRequest ask) throws IOException {
        PageVisit visit = browser.navigate(ask);
        if (visit.answer().length() == 0) {
            throw new UnexpectedAnswer(
                    "empty-page", ask.method() + " " + ask.address().target() + " was answered with an empty page");
        }
        return visit.page();
    }

    /** Opens the page of a request, and accepts any content. */
    void leave(BrowserRequest ask) throws IOException {
        browser.navigate(ask);
    }

    /** Sends the request of a page's script. */
    void send(BrowserRequest ask) throws IOException {
        Answer answer = browser.send(ask);
        if (answer.status() >= LEAST_STATUS_REFUSED) {
            throw new UnexpectedAnswer(
                    "status-" + answer.status(),
                    ask.method() + " " + ask.address().target() + " was refused");
        }
    }

    /**
     * What a page shows.
     *
     * @param images images of events and persons that it refers to
     * @param fetched those of them that were loaded
     */
    record Shown(int images, Fetched fetched) {}

    /**
     * Checks a page and fetches its files.
     *
     * @param subject name of a tag or person, number of an event; empty for the home page
     */
    Shown show(Page page, PageKind kind, String subject) throws IOException {
        require(kind, subject, page);
        fetchStatics(page);
        List<WebAddress> images =
                page.images().stream().filter(dialect::isOfData).toList();
        return new Shown(images.size(), fetchImages(images));
    }

    /** Checks a page in a strict profile: it has the requested subject, and is made for the signed-in user. */
    private void require(PageKind kind, String subject, Page page) throws IOException {
        if (!strict) {
            return;
        }
        if (!dialect.isOf(kind, subject, page)) {
            throw new UnexpectedAnswer(
                    "wrong-content", "the page shown at " + page.address().target() + " is a different one");
        }
        requireSignedInAsKnown(page);
    }

    private void requireSignedInAsKnown(Page page) throws IOException {
        if (visitor.isSignedIn()) {
            requireSignedIn(page);
        } else if (dialect.isForSignedIn(page)) {
            throw new UnexpectedAnswer(
                    "wrong-content", "the page at " + page.address().target() + " was made for a signed-in user");
        }
    }

    /** Requires a page for a signed-in user; a user whose session the site has ended is signed out from now on. */
    void requireSignedIn(Page page) throws IOException {
        if (!visitor.isSignedIn() || !dialect.isForSignedIn(page)) {
            visitor.userName = null;
            browser.forgetCookies();
            throw new UnexpectedAnswer(
                    "not-logged-in", "the page at " + page.address().target() + " was not made for a signed-in user");
        }
    }

    void fetchStatics(Page page) throws IOException {
        List<WebAddress> statics = new ArrayList<>();
        page.statics().stream().filter(this::isOfSite).forEach(statics::add);
        page.images().stream()
                .filter(image -> isOfSite(image) && !dialect.isOfData(image))
                .forEach(statics::add);
        browser.fetchAll(statics, Resource.STATIC);
    }

    private boolean isOfSite(WebAddress address) {
        return address.origin().equals(dialect.origin());
    }

    private Fetched fetchImages(List<WebAddress> images) throws IOException {
        try {
            return strict
                    ? browser.fetchAll(images, Resource.IMAGE, this::checkImage)
                    : browser.fetchAll(images, Resource.IMAGE);
        } catch (StatusFailure e) {
            throw new UnexpectedAnswer("missing-image", String.valueOf(e.getMessage()));
        }
    }

    private void checkImage(WebAddress address, Answer answer) throws IOException {
        int expected = dialect.imageBytes(address, scale);
        int length = answer.length();
        String fault = "";
        if (!answer.mediaType().startsWith("image/")) {
            fault = "is declared as " + answer.mediaType();
        } else if (expected > 0 ? length != expected : length == 0) {
            fault = "has " + length + " bytes instead of " + (expected > 0 ? expected : "some");
        } else if (answer.mediaType().equals("image/jpeg") && !isWholeJpeg(answer)) {
            fault = "does not begin and end like a JPEG";
        }
        if (!fault.isEmpty()) {
            throw new UnexpectedAnswer("wrong-image", "the image " + address.target() + " " + fault);
        }
    }

    private static boolean isWholeJpeg(Answer answer) throws IOException {
        byte[] bytes = answer.bytes();
        int first = answer.offset();
        int end = first + answer.length();
        return answer.length() > 4 && isMarker(bytes, first, 0xd8) && isMarker(bytes, end - 2, 0xd9);
    }

    private static boolean isMarker(byte[] bytes, int at, int marker) {
        return bytes[at] == (byte) 0xff && bytes[at + 1] == (byte) marker;
    }

    /** The state of one emulated user between operations. Not thread-safe. */
    static final class Visitor {
        /** Number of the user over all agents, from 0. */
        final int number;

        /** Name of the person that the user is signed in as; null for none. */
        @Nullable
        String userName;

        /** Number of the person that the user is or was last signed in as; 0 before. */
        int account;

        /** Number of the event that the user would open; null for none. */
        @Nullable
        String event;

        Visitor(int number) {
            this.number = number;
        }

        boolean isSignedIn() {
            return userName != null;
        }
    }

    /** An answer that is not the expected one. The connection is still usable. */
    static final class UnexpectedAnswer extends IOException {
        private static final long serialVersionUID = 1L;

        private final String errorClass;

        UnexpectedAnswer(String errorClass, String message) {
            super(message);
            this.errorClass = errorClass;
        }

        Outcome outcome() {
            return Outcome.error(errorClass, String.valueOf(getMessage()));
        }
    }
}
