// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.browser.BrowserResponse;
import org.plateaubench.http.browser.Fetched;
import org.plateaubench.http.browser.PageVisit;
import org.plateaubench.http.browser.Resource;
import org.plateaubench.http.browser.StatusFailure;
import org.plateaubench.http.html.Form;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.Dialect.DataFile;
import org.plateaubench.plugin.olio.Dialect.Subject;
import org.plateaubench.plugin.olio.PageLoader.Shown;
import org.plateaubench.plugin.olio.PageLoader.Visitor;

/** Opens pages, fetches their files, and checks them. Not thread-safe. */
final class PageLoader {
    private static final int MIN_STATUS_REFUSED = 400;

    /** Texts of failures that an application shows on a page with status 200. Warnings do not count. */
    private static final List<String> FAILURES =
            List.of("Fatal error", "Parse error", "Stack trace:", ".java:", "Traceback (most recent");

    /** One of this number of images is compared completely; which one differs by user. */
    private static final int IMAGES_PER_COMPARED = 4;

    private final Browser browser;
    private final Dialect dialect;
    private final Visitor visitor;

    PageLoader(Dialect dialect, Browser browser, Visitor visitor) {
        this.browser = browser;
        this.dialect = dialect;
        this.visitor = visitor;
    }

    Page open(String target) throws IOException {
        return navigate(dialect.get(target));
    }

    Page navigate(BrowserRequest request) throws IOException {
        return visit(request).page();
    }

    private PageVisit visit(BrowserRequest request) throws IOException {
        PageVisit visit = browser.navigate(request);
        String text = checkedText(request, visit.response());
        if (text.isEmpty()) {
            throw new UnexpectedAnswer("empty-page", description(request) + " was answered with an empty page");
        }
        if (text.lastIndexOf("</html>") < 0) {
            throw new UnexpectedAnswer("error-page", description(request) + " was answered with a page without an end");
        }
        return visit;
    }

    /** Returns the text of an answer, bytes as characters; it must not show a failure of the application. */
    private static String checkedText(BrowserRequest request, BrowserResponse response) throws IOException {
        byte[] bytes = response.bytes();
        String text = new String(bytes, response.offset(), response.length(), StandardCharsets.ISO_8859_1);
        for (String failure : FAILURES) {
            if (text.contains(failure)) {
                throw new UnexpectedAnswer(
                        "error-page",
                        description(request) + " was answered with a page that contains '" + failure + "'");
            }
        }
        return text;
    }

    private static String description(BrowserRequest request) {
        return request.method() + " " + request.address().target();
    }

    /** Opens the page of a request that the user leaves immediately, and returns whether it contains all of some texts. */
    boolean openAndLeave(BrowserRequest request, List<String> texts) throws IOException {
        BrowserResponse response = visit(request).response();
        return containsAll(response, texts);
    }

    /** Sends the request of a page's script, and returns whether the answer contains all of some texts. */
    boolean send(BrowserRequest request, List<String> texts) throws IOException {
        BrowserResponse response = browser.send(request);
        if (response.status() >= MIN_STATUS_REFUSED) {
            throw new UnexpectedAnswer("status-" + response.status(), description(request) + " was refused");
        }
        checkedText(request, response);
        return containsAll(response, texts);
    }

    private static boolean containsAll(BrowserResponse response, List<String> texts) throws IOException {
        for (String text : texts) {
            if (!response.contains(text)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The images of events and persons on a page.
     *
     * @param images number of images that the page refers to
     * @param fetched the images that were loaded
     */
    record Shown(int images, Fetched fetched) {}

    Shown show(Page page, Subject subject) throws IOException {
        require(page, subject);
        fetchStatics(page);
        List<WebAddress> images =
                page.images().stream().filter(dialect::isContentImage).toList();
        return new Shown(images.size(), fetchImages(images));
    }

    /** Requires that a page has the requested subject, and is for the signed-in user, or for an anonymous one. */
    void require(Page page, Subject subject) throws IOException {
        String fault = dialect.faultOf(subject, page);
        if (!fault.isEmpty()) {
            throw wrong(page, fault);
        }
        if (visitor.isSignedIn()) {
            requireSignedIn(page);
        } else if (!dialect.viewerOf(page).isEmpty()) {
            throw wrong(page, "was made for a signed-in user");
        }
    }

    static UnexpectedAnswer wrong(Page page, String fault) {
        return new UnexpectedAnswer(
                "wrong-content", "the page at " + page.address().target() + " " + fault);
    }

    /** Fetches the files of a form that is sent with files. */
    void showForm(Page page) throws IOException {
        if (page.forms().stream().noneMatch(Form::multipart)) {
            throw wrong(page, "has no form for files");
        }
        fetchStatics(page);
    }

    /** Requires a page for a signed-in user; a user whose session the site has ended is signed out from now on. */
    void requireSignedIn(Page page) throws IOException {
        String viewer = dialect.viewerOf(page);
        if (!visitor.isSignedIn() || viewer.isEmpty()) {
            visitor.userName = null;
            browser.forgetCookies();
            throw new UnexpectedAnswer(
                    "not-logged-in", "the page at " + page.address().target() + " was not made for a signed-in user");
        }
        if (!viewer.equals(visitor.userName)) {
            throw wrong(page, "was made for " + viewer + " instead of " + visitor.userName);
        }
    }

    private void fetchStatics(Page page) throws IOException {
        List<WebAddress> statics = new ArrayList<>();
        page.statics().stream().filter(this::isOfSite).forEach(statics::add);
        page.images().stream()
                .filter(image -> isOfSite(image) && !dialect.isContentImage(image))
                .forEach(statics::add);
        browser.fetchAll(statics, Resource.STATIC);
    }

    private boolean isOfSite(WebAddress address) {
        return address.origin().equals(dialect.origin());
    }

    private Fetched fetchImages(List<WebAddress> images) throws IOException {
        try {
            return browser.fetchAll(images, Resource.IMAGE, this::checkImage);
        } catch (StatusFailure e) {
            throw new UnexpectedAnswer("missing-image", String.valueOf(e.getMessage()));
        }
    }

    private void checkImage(WebAddress address, BrowserResponse response) throws IOException {
        DataFile file = dialect.fileOf(address);
        String fault = "";
        if (!response.mediaType().startsWith("image/")) {
            fault = "is declared as " + response.mediaType();
        } else if (file != null ? !isSame(response, file) : response.length() == 0) {
            fault = "does not have the " + (file == null ? "" : file.kind().sizeBytes() + " ") + "bytes of its number";
        } else if (response.mediaType().equals("image/jpeg") && !isWholeJpeg(response)) {
            fault = "does not begin and end like a JPEG";
        }
        if (!fault.isEmpty()) {
            throw new UnexpectedAnswer("wrong-image", "the image " + address.target() + " " + fault);
        }
    }

    private boolean isSame(BrowserResponse response, DataFile file) throws IOException {
        if ((file.id() * 31 + visitor.number) % IMAGES_PER_COMPARED != 0) {
            return response.length() == file.kind().sizeBytes();
        }
        byte[] expected = file.kind().bytes(file.id());
        int first = response.offset();
        return Arrays.equals(response.bytes(), first, first + response.length(), expected, 0, expected.length);
    }

    private static boolean isWholeJpeg(BrowserResponse response) throws IOException {
        byte[] bytes = response.bytes();
        int first = response.offset();
        int end = first + response.length();
        return response.length() > 4 && isMarker(bytes, first, 0xd8) && isMarker(bytes, end - 2, 0xd9);
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

        /** Number of the event that the signed-in user attended last; null for none. */
        @Nullable
        String attended;

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
