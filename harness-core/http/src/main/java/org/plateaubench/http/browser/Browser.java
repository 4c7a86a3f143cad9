// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserRequest.Header;
import org.plateaubench.http.browser.Exchanges.HeldResponse;
import org.plateaubench.http.browser.Exchanges.RequestType;
import org.plateaubench.http.html.FormData;

/**
 * The browser of one emulated user, with cookies, redirects, compression, a cache model and several connections. Every
 * failure, including an unexpected status, is an exception; {@link HttpOutcomes} converts it to an outcome. Not
 * thread-safe, except for {@link #abort}.
 *
 * <p>A driver calls {@link #connect} in its {@code connect}, requests pages and parts in {@code execute} and then calls
 * {@link #endOperation}, and calls {@link #abort} and {@link #close} in its methods of the same names.
 */
public final class Browser implements AutoCloseable {
    private static final long ABORT_AGAIN_MILLIS = 10;
    private static final int MAX_ABORTS = 200;

    private final WebAddress home;
    private final BrowserSettings settings;
    private final Exchanges exchanges;
    private @Nullable WebAddress shown;
    private @Nullable HeldResponse held;

    /**
     * Creates a browser, which has not made a request yet.
     *
     * @param connector source of its connections, which may share a session
     * @param home origin that it connects to first, and base of relative addresses until a page is shown
     * @param nanoTime nanoseconds on the run's clock, usually {@code user::nanoTime}
     */
    public Browser(HttpConnector connector, HttpOrigin home, BrowserSettings settings, LongSupplier nanoTime) {
        this(connector, home, settings, new CookieJar(nanoTime), CacheModel.BY_HEADERS, nanoTime);
    }

    /** Creates a browser like the other constructor, with a cookie jar that other clients may share, and a cache model. */
    public Browser(
            HttpConnector connector,
            HttpOrigin home,
            BrowserSettings settings,
            CookieJar cookies,
            CacheModel cache,
            LongSupplier nanoTime) {
        this.home = new WebAddress(home, "/");
        this.settings = settings;
        this.exchanges = new Exchanges(connector, settings, cookies, nanoTime);
        exchanges.cache().newSession(cache);
    }

    /**
     * Closes open connections, resets an {@link #abort}, and opens a connection to the home origin. Cookies are kept.
     */
    public void connect() throws HttpFailure {
        restart();
        PooledConnection pooled = exchanges.pool().borrow(home.origin());
        try {
            pooled.connect(exchanges.traffic());
        } finally {
            exchanges.pool().giveBack(pooled);
        }
    }

    /** Closes open connections, and resets an {@link #abort}. */
    public void restart() {
        releaseResponse();
        exchanges.pool().restart();
    }

    /** Times exchanges from now on. */
    public void setExchangeTimer(ExchangeTimer timer) {
        exchanges.setExchangeTimer(timer);
    }

    /** Sets whether redirects are followed; by default they are. */
    public void followRedirects(boolean follow) {
        exchanges.followRedirects(follow);
    }

    /**
     * Resolves an address in the page that is shown.
     *
     * @throws IllegalArgumentException if it is not a web address
     */
    public WebAddress address(String reference) {
        WebAddress address = (shown == null ? home : shown).resolve(reference);
        if (address == null) {
            throw new IllegalArgumentException("not a web address: " + reference);
        }
        return address;
    }

    /**
     * Navigates to a page.
     *
     * @param reference reference as for {@link #address}
     * @throws IOException if there is no response with status 2xx
     */
    public PageVisit page(String reference) throws IOException {
        return page(address(reference));
    }

    /** Navigates to a page. */
    public PageVisit page(WebAddress address) throws IOException {
        return navigate(BrowserRequest.get(address));
    }

    /** Sends a body by POST and shows the resulting page. */
    public PageVisit post(String reference, RequestBody body) throws IOException {
        return navigate(BrowserRequest.post(address(reference), body));
    }

    /** Sends a filled-in form and shows the resulting page. */
    public PageVisit submit(FormData form) throws IOException {
        WebAddress address = form.address();
        return navigate(form.form().post() ? BrowserRequest.post(address, form.body()) : BrowserRequest.get(address));
    }

    /** Navigates to a page by a custom request. */
    public PageVisit navigate(BrowserRequest request) throws IOException {
        releaseResponse();
        HeldResponse received = exchanges.run(request, RequestType.NAVIGATION, shown, false, true);
        held = received;
        exchanges
                .cache()
                .recordServerDate(received.address(), received.response().httpResponse());
        int status = received.response().status();
        if (status < 200 || status > 299) {
            throw new StatusFailure(request.method(), received.address(), status);
        }
        shown = received.address();
        return new PageVisit(received, exchanges.traffic());
    }

    /**
     * Sends a request as a script of the shown page does. The shown page does not change. A response with any status
     * is returned.
     *
     * @return the response, valid until the browser's next request
     */
    public BrowserResponse send(BrowserRequest request) throws IOException {
        releaseResponse();
        HeldResponse received = exchanges.run(request, RequestType.SCRIPTED, shown, false, true);
        held = received;
        return received.response();
    }

    /**
     * Fetches parts of the shown page according to the cache model of the session, each address once, on as many
     * connections as the settings allow.
     *
     * @throws IOException if a fetch fails, or its status is not 2xx (or 304 for a conditional request)
     */
    public Fetched fetchAll(List<WebAddress> parts, Resource resource) throws IOException {
        return fetchAll(parts, resource, null);
    }

    /** Fetches parts of the shown page and checks the responses; null for no check. */
    public Fetched fetchAll(List<WebAddress> parts, Resource resource, BrowserResponse.@Nullable Check check)
            throws IOException {
        releaseResponse();
        return new Fetch(exchanges, resource, check, shown, List.of()).run(parts, settings.connectionsPerOrigin());
    }

    /**
     * Fetches parts of a page that another client has requested.
     *
     * @param headers fields of each request; those with credentials are sent to the origin of the page only
     * @throws IOException as {@link #fetchAll(List, Resource)}
     */
    public Fetched fetchAll(List<WebAddress> parts, WebAddress page, List<Header> headers) throws IOException {
        releaseResponse();
        return new Fetch(exchanges, Resource.STATIC, null, page, headers).run(parts, settings.connectionsPerOrigin());
    }

    /**
     * Deletes the cookies, forgets the shown page, and begins a session with a cache model, which is {@link
     * CacheModel#BY_HEADERS} before the first call. Connections stay open.
     */
    public void newSession(CacheModel cache) {
        releaseResponse();
        shown = null;
        exchanges.cookies().clear();
        exchanges.cache().newSession(cache);
    }

    /** Deletes the cookies, which ends a signed-in session. The shown page and the cache do not change. */
    public void forgetCookies() {
        releaseResponse();
        exchanges.cookies().clear();
    }

    /** Closes idle connections, like a user who closes the browser. */
    public void closeConnections() {
        releaseResponse();
        exchanges.pool().closeIdle();
    }

    /** Value of a cookie that would be sent to the home origin, or null. */
    public @Nullable String cookie(String name) {
        return exchanges.cookies().value(home, name);
    }

    /** Returns the traffic of the running operation so far. */
    public Traffic traffic() {
        return exchanges.traffic().total();
    }

    /**
     * Returns the traffic of the operation, resets the counts and releases buffers. Must be the last call in an
     * operation.
     */
    public Traffic endOperation() {
        releaseResponse();
        exchanges.pool().release();
        return exchanges.takeTraffic();
    }

    private void releaseResponse() {
        HeldResponse last = held;
        held = null;
        if (last != null) {
            last.pooled().invalidateResponse();
            exchanges.pool().giveBack(last.pooled());
        }
    }

    /**
     * Makes the running call, and every later one until {@link #connect} is called, fail soon with {@link
     * HttpFailure.Kind#ABORTED}. Does not wait. May be called by any thread.
     */
    public void abort() {
        ConnectionPool pool = exchanges.pool();
        pool.stop();
        if (pool.abortBorrowed()) {
            // An exchange that has just begun may not have noticed the abort.
            Thread.ofVirtual().name("browser-abort").start(() -> abortAgain(pool));
        }
    }

    private static void abortAgain(ConnectionPool pool) {
        try {
            for (int i = 0; i < MAX_ABORTS; i++) {
                Thread.sleep(ABORT_AGAIN_MILLIS);
                if (!pool.abortBorrowed()) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes all connections. */
    @Override
    public void close() {
        releaseResponse();
        exchanges.pool().closeIdle();
    }
}
