// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.Exchanges.Held;
import org.plateaubench.http.browser.Exchanges.Purpose;
import org.plateaubench.http.html.FormData;

/**
 * The browser of one emulated user: cookies, redirects, compression, a cache by model, several connections at a time. What
 * goes wrong is an exception, an unexpected status too; {@link HttpOutcomes} makes an outcome of each. User-confined, but
 * for {@link #abort}.
 *
 * <p>A driver calls {@link #connect} in its own {@code connect}, asks for pages and parts in {@code execute}, ends with
 * {@link #endOperation}, and hands {@code abort} and {@code close} on.
 */
@API(status = EXPERIMENTAL, since = "0.1")
public final class Browser implements AutoCloseable {
    private static final long ABORT_AGAIN_MILLIS = 10;
    private static final int ABORTS_AT_MOST = 200;

    private final WebAddress home;
    private final BrowserSettings settings;
    private final Exchanges exchanges;
    private @Nullable WebAddress shown;
    private @Nullable Held held;

    /**
     * A browser that has not been anywhere.
     *
     * @param connector where its connections come from; those of this user may share a session
     * @param home where relative addresses start from until a page is shown
     * @param nanoTime nanoseconds on the run's clock, usually {@code user::nanoTime}
     */
    public Browser(HttpConnector connector, HttpOrigin home, BrowserSettings settings, LongSupplier nanoTime) {
        this.home = new WebAddress(home, "/");
        this.settings = settings;
        this.exchanges = new Exchanges(connector, settings, nanoTime);
    }

    /** Closes what was open, takes back an {@link #abort}, and opens a connection to the home origin. Cookies stay. */
    public void connect() throws HttpFailure {
        letGo();
        exchanges.lanes().restart();
        Lane lane = exchanges.lanes().borrow(home.origin());
        try {
            lane.connect(exchanges.traffic());
        } finally {
            exchanges.lanes().giveBack(lane);
        }
    }

    /**
     * What an address in the page that is shown stands for.
     *
     * @throws IllegalArgumentException when it is no web address
     */
    public WebAddress address(String reference) {
        WebAddress address = (shown == null ? home : shown).resolve(reference);
        if (address == null) {
            throw new IllegalArgumentException("not a web address: " + reference);
        }
        return address;
    }

    /**
     * Goes to a page.
     *
     * @param reference as {@link #address} takes it
     * @throws IOException when no answer 2xx comes of it
     */
    public PageVisit page(String reference) throws IOException {
        return page(address(reference));
    }

    /** Goes to a page. */
    public PageVisit page(WebAddress address) throws IOException {
        return navigate(BrowserRequest.get(address));
    }

    /** Sends a body by POST and goes where that leads. */
    public PageVisit post(String reference, RequestBody body) throws IOException {
        return navigate(BrowserRequest.post(address(reference), body));
    }

    /** Sends a form as it is filled in and goes where that leads. */
    public PageVisit submit(FormData form) throws IOException {
        WebAddress address = form.address();
        return navigate(form.form().post() ? BrowserRequest.post(address, form.body()) : BrowserRequest.get(address));
    }

    /** Goes to a page by a request of the workload's own. */
    public PageVisit navigate(BrowserRequest request) throws IOException {
        letGo();
        Held now = exchanges.run(request, Purpose.NAVIGATION, shown, false, true);
        held = now;
        exchanges.cache().noteDate(now.address(), now.answer().response());
        int status = now.answer().status();
        if (status < 200 || status > 299) {
            throw new StatusFailure(request.method(), now.address(), status);
        }
        shown = now.address();
        return new PageVisit(now, exchanges.traffic());
    }

    /**
     * Sends a request as a script of the page that is shown would. The page stays; any status is an answer.
     *
     * @return valid until the browser's next request
     */
    public Answer send(BrowserRequest request) throws IOException {
        letGo();
        Held now = exchanges.run(request, Purpose.SCRIPTED, shown, false, true);
        held = now;
        return now.answer();
    }

    /**
     * Fetches parts of the page that is shown, as the cache model of the session says, each address once, on as many
     * connections as the settings say.
     *
     * @throws IOException when one of them does not come, or not with 2xx (or 304, when that was asked for)
     */
    public Fetched fetchAll(List<WebAddress> parts, Resource resource) throws IOException {
        return fetch(parts, resource, null);
    }

    /** Fetches parts of the page that is shown and has the answers looked at. */
    public Fetched fetchAll(List<WebAddress> parts, Resource resource, AnswerCheck check) throws IOException {
        return fetch(parts, resource, check);
    }

    private Fetched fetch(List<WebAddress> parts, Resource resource, @Nullable AnswerCheck check) throws IOException {
        letGo();
        return new Fetch(exchanges, resource, check, shown).run(parts, settings.connectionsPerOrigin());
    }

    /** Forgets cookies and the page that is shown, and begins a session by a cache model. Connections stay open. */
    public void newSession(CacheModel cache) {
        letGo();
        shown = null;
        exchanges.cookies().clear();
        exchanges.cache().newSession(cache);
    }

    /** Forgets cookies, and with them who is signed in. The page that is shown and the cache stay. */
    public void forgetCookies() {
        letGo();
        exchanges.cookies().clear();
    }

    /** Closes connections, as a user does who closes the browser. */
    public void closeConnections() {
        letGo();
        exchanges.lanes().closeIdle();
    }

    /** The page that is shown, or null. */
    public @Nullable WebAddress shown() {
        return shown;
    }

    /** Value of a cookie that the home origin would be sent, or null. */
    public @Nullable String cookie(String name) {
        return exchanges.cookies().value(home, name);
    }

    /** What the operation that runs has cost so far. */
    public Traffic traffic() {
        return exchanges.traffic().soFar();
    }

    /** What the operation has cost; counts begin anew, buffers are let go. Called last in an operation. */
    public Traffic endOperation() {
        letGo();
        exchanges.lanes().release();
        return exchanges.traffic().taken();
    }

    private void letGo() {
        Held before = held;
        held = null;
        if (before != null) {
            before.lane().forget();
            exchanges.lanes().giveBack(before.lane());
        }
    }

    /**
     * Makes a running call fail soon with {@link HttpFailure.Kind#ABORTED}, and every later one until {@link #connect} is
     * called. Any thread; does not wait.
     */
    public void abort() {
        Lanes lanes = exchanges.lanes();
        lanes.stop();
        if (lanes.abortBorrowed()) {
            // An exchange that began just then may not have heard of it.
            Thread.ofVirtual().name("browser-abort").start(() -> abortAgain(lanes));
        }
    }

    private static void abortAgain(Lanes lanes) {
        try {
            for (int i = 0; i < ABORTS_AT_MOST; i++) {
                Thread.sleep(ABORT_AGAIN_MILLIS);
                if (!lanes.abortBorrowed()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes everything. */
    @Override
    public void close() {
        letGo();
        exchanges.lanes().closeIdle();
    }
}
