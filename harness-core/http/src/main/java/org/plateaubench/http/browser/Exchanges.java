// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserRequest.Header;

/**
 * Executes one request of a browser with all its redirects: writes the requests and stores the cookies of responses.
 * Thread-safe.
 */
final class Exchanges {
    private static final String USER_AGENT = "Mozilla/5.0 (compatible; Plateau)";

    private final BrowserSettings settings;
    private final CookieJar cookies;
    private final BrowserCache cache;
    private final ConnectionPool pool;
    /** The traffic of the running operation. */
    private TrafficCount traffic = new TrafficCount();

    private boolean followsRedirects = true;
    private @Nullable ExchangeTimer timer;

    Exchanges(HttpConnector connector, BrowserSettings settings, CookieJar cookies, LongSupplier nanoTime) {
        this.settings = settings;
        this.cookies = cookies;
        this.cache = new BrowserCache(nanoTime);
        this.pool = new ConnectionPool(connector.ofUser(), settings, nanoTime);
    }

    void followRedirects(boolean follow) {
        followsRedirects = follow;
    }

    void setExchangeTimer(ExchangeTimer exchangeTimer) {
        timer = exchangeTimer;
    }

    enum RequestType {
        /** The response replaces the shown page. */
        NAVIGATION("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
        /** A script of the page sends it. */
        SCRIPTED("*/*"),
        STATIC("*/*"),
        IMAGE("image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5");

        private final String accepted;

        RequestType(String accepted) {
            this.accepted = accepted;
        }
    }

    /**
     * A response, and the connection that it occupies.
     *
     * @param address address of the response, after redirects
     */
    record HeldResponse(PooledConnection pooled, BrowserResponse response, WebAddress address, int redirects) {}

    /**
     * Sends a request and follows redirects. The caller returns the connection when it no longer needs the response.
     *
     * @param referrer the referring page, null for none
     * @param revalidated whether the request has the conditions of the cache
     * @param readsBody whether the caller uses the body
     */
    HeldResponse run(
            BrowserRequest request,
            RequestType purpose,
            @Nullable WebAddress referrer,
            boolean revalidated,
            boolean readsBody)
            throws IOException {
        Redirects redirects = new Redirects();
        BrowserRequest sent = request;
        while (true) {
            PooledConnection pooled = pool.borrow(sent.address().origin());
            boolean isHeld = false;
            try {
                long changesBefore = cookies.changes();
                HttpRequest httpRequest = write(pooled, sent, purpose, referrer);
                boolean conditional = revalidated && redirects.count() == 0;
                if (conditional) {
                    cache.addConditions(sent.address(), httpRequest);
                }
                httpRequest.discardBody(!readsBody);
                HttpResponse response = exchange(pooled, conditional || isConditional(sent));
                cookies.store(sent.address(), response);
                BrowserRequest next =
                        followsRedirects ? redirects.next(sent, response, changesBefore, cookies.changes()) : null;
                if (next == null) {
                    isHeld = true;
                    BrowserResponse last = new BrowserResponse(response, pooled, traffic);
                    return new HeldResponse(pooled, last, sent.address(), redirects.count());
                }
                traffic.redirect();
                sent = next;
            } finally {
                if (!isHeld) {
                    pool.giveBack(pooled);
                }
            }
        }
    }

    private HttpResponse exchange(PooledConnection pooled, boolean conditional) throws HttpFailure {
        ExchangeTimer current = timer;
        if (current == null) {
            return pooled.exchange(traffic, conditional);
        }
        pooled.connect(traffic);
        current.onRequest();
        HttpResponse response = pooled.exchange(traffic, conditional);
        current.onResponse(response);
        return response;
    }

    private static boolean isConditional(BrowserRequest request) {
        return !request.headers().isEmpty() && (request.has("If-None-Match") || request.has("If-Modified-Since"));
    }

    private HttpRequest write(
            PooledConnection pooled, BrowserRequest sent, RequestType purpose, @Nullable WebAddress referrer) {
        WebAddress to = sent.address();
        HttpRequest httpRequest =
                pooled.request().start(sent.method(), to.target()).body(sent.body());
        add(httpRequest, sent, "User-Agent", USER_AGENT);
        add(httpRequest, sent, "Accept", purpose.accepted);
        add(httpRequest, sent, "Accept-Language", "en");
        add(httpRequest, sent, "Accept-Encoding", settings.compressed() ? ContentDecoder.ACCEPTED : "identity");
        if (referrer != null) {
            addReferrer(httpRequest, sent, referrer);
            if (!sent.method().equals("GET") && !sent.method().equals("HEAD")) {
                add(httpRequest, sent, "Origin", referrer.origin().toString());
            }
        }
        String cookie = cookies.header(to);
        if (cookie != null) {
            add(httpRequest, sent, "Cookie", cookie);
        }
        for (Header header : sent.headers()) {
            httpRequest.header(header.name(), header.value());
        }
        return httpRequest;
    }

    /**
     * Adds the header {@code Referer}: the whole address within an origin, only the origin for a request to another
     * one, and nothing from https to http.
     */
    private static void addReferrer(HttpRequest httpRequest, BrowserRequest sent, WebAddress referrer) {
        HttpOrigin to = sent.address().origin();
        if (to.equals(referrer.origin())) {
            add(httpRequest, sent, "Referer", referrer.toString());
        } else if (to.secure() || !referrer.origin().secure()) {
            add(httpRequest, sent, "Referer", referrer.origin() + "/");
        }
    }

    private static void add(HttpRequest httpRequest, BrowserRequest sent, String name, String value) {
        if (sent.headers().isEmpty() || !sent.has(name)) {
            httpRequest.header(name, value);
        }
    }

    CookieJar cookies() {
        return cookies;
    }

    BrowserCache cache() {
        return cache;
    }

    TrafficCount traffic() {
        return traffic;
    }

    /** Returns the traffic of the operation, and begins another one. */
    Traffic takeTraffic() {
        Traffic operationTraffic = traffic.total();
        traffic = new TrafficCount();
        return operationTraffic;
    }

    ConnectionPool pool() {
        return pool;
    }
}
