// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.CookieJar;
import org.plateaubench.scenario.Client;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.UserContext;

/** The connections, the cookies and the present request of one user. */
final class WebClient implements Client {
    /** Bodies above this size are released after each request, because many users wait at once. */
    private static final int KEPT_BODY_BYTES = 16_384;

    private static final String REQUESTS = "httpRequests";
    private static final String SENT = "httpSentBytes";
    private static final String RECEIVED = "httpReceivedBytes";
    private static final String CONNECTIONS = "httpConnections";
    private static final String REDIRECTS = "httpRedirects";
    private static final List<String> CREDENTIALS = List.of("Authorization", "Proxy-Authorization", "Cookie");

    private final WebTarget target;
    private final HttpConnector connector;
    private final Map<HttpOrigin, HttpConnection> connections = new ConcurrentHashMap<>();
    private final @Nullable CookieJar cookies;
    private final WebAnswer answer;
    private final StringBuilder buffer = new StringBuilder();
    private final UserContext.Counter requests;
    private final UserContext.Counter sent;
    private final UserContext.Counter received;
    private final UserContext.Counter opened;
    private final UserContext.Counter redirects;
    private HttpRequest request = new HttpRequest();
    private HttpRequest redirected = new HttpRequest();
    private HttpOrigin origin;
    private volatile boolean aborted;

    WebClient(WebTarget target, HttpConnector connector, UserContext user) {
        this.target = target;
        this.connector = connector.ofUser();
        this.cookies = target.cookies() ? new CookieJar(user::nanoTime) : null;
        this.answer = new WebAnswer(target.maxBodyBytes());
        this.origin = target.home();
        this.requests = user.counter(REQUESTS);
        this.sent = user.counter(SENT);
        this.received = user.counter(RECEIVED);
        this.opened = user.counter(CONNECTIONS);
        this.redirects = user.counter(REDIRECTS);
    }

    static List<MeasureDefinition> measures() {
        return List.of(
                MeasureDefinition.counter(REQUESTS, "requests", "HTTP requests, including followed redirects."),
                MeasureDefinition.counter(SENT, "bytes", "Bytes of requests, without TLS."),
                MeasureDefinition.counter(RECEIVED, "bytes", "Bytes of responses, without TLS."),
                MeasureDefinition.counter(CONNECTIONS, "connections", "Connections that were opened."),
                MeasureDefinition.counter(REDIRECTS, "redirects", "Redirects that were followed."));
    }

    @Override
    public void connect() throws HttpFailure {
        aborted = false;
        HttpConnection home = connection(target.home());
        long before = home.connects();
        home.connect();
        opened.add(home.connects() - before);
    }

    private HttpConnection connection(HttpOrigin to) {
        HttpConnection known = connections.get(to);
        return known == null ? connections.computeIfAbsent(to, connector::connection) : known;
    }

    /** An empty buffer for the address of a request. */
    StringBuilder buffer() {
        buffer.setLength(0);
        return buffer;
    }

    /** The answer to the last request. */
    WebAnswer answer() {
        return answer;
    }

    /**
     * Begins a request to the home server.
     *
     * @param path path and query, encoded, with the prefix of the home address
     */
    HttpRequest begin(String method, String path) {
        origin = target.home();
        return request.start(method, path);
    }

    /** Begins a request to an address that is relative to the last one, or absolute. */
    HttpRequest beginAt(String method, String reference) throws StepFailure {
        WebAddress address = here().resolve(reference);
        if (address == null) {
            throw StepFailure.error("address", "'" + reference + "' is not a web address");
        }
        requireAllowed(address.origin());
        origin = address.origin();
        return request.start(method, address.target());
    }

    private WebAddress here() {
        String at = request.target();
        return new WebAddress(origin, at.startsWith("/") ? at : "/");
    }

    private void requireAllowed(HttpOrigin to) throws StepFailure {
        if (!target.allows(to)) {
            throw StepFailure.error(
                    "other-address", to + " is neither the address of 'url' nor among 'others', so it is not loaded");
        }
    }

    /** Adds the cookies to the request that was begun, unless it has some of its own. */
    void addCookies() {
        if (cookies != null && cookies.size() > 0 && !hasCookies()) {
            boolean isSafe = request.method().equals("GET") || request.method().equals("HEAD");
            String header = cookies.header(here(), null, isSafe);
            if (header != null) {
                request.header("Cookie", header);
            }
        }
    }

    private boolean hasCookies() {
        for (int i = 0; i < request.headerCount(); i++) {
            if (request.headerName(i).equalsIgnoreCase("Cookie")) {
                return true;
            }
        }
        return false;
    }

    /** Sends the request that was begun, and takes the answer to it or to the last redirect. */
    void send(boolean follows) throws HttpFailure, StepFailure {
        int followed = 0;
        while (true) {
            HttpResponse response = exchange();
            String location = follows && isRedirect(response.status()) ? response.header("Location") : null;
            if (location == null) {
                answer.take(response);
                return;
            }
            if (++followed > target.redirects()) {
                throw StepFailure.error(
                        "redirects", "more than " + target.redirects() + " redirects, the last one to " + location);
            }
            redirects.add(1);
            redirect(response.status(), location);
        }
    }

    private HttpResponse exchange() throws HttpFailure {
        if (aborted) {
            throw new HttpFailure(HttpFailure.Kind.ABORTED, "the operation was aborted", false, null);
        }
        HttpConnection connection = connection(origin);
        long before = connection.connects();
        requests.add(1);
        try {
            HttpResponse response = connection.exchange(request);
            sent.add(response.sentBytes());
            received.add(response.receivedBytes());
            storeCookies(response);
            return response;
        } finally {
            long connects = connection.connects() - before;
            if (connects > 0) {
                opened.add(connects);
            }
        }
    }

    private void storeCookies(HttpResponse response) {
        for (int i = 0; cookies != null && i < response.headerCount(); i++) {
            if (response.headerIs(i, "Set-Cookie")) {
                cookies.store(here(), response);
                return;
            }
        }
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    /** Begins the request that a redirect demands (RFC 9110, 15.4). */
    private void redirect(int status, String location) throws StepFailure {
        WebAddress to = here().resolve(location);
        if (to == null) {
            throw StepFailure.error("address", "a redirect leads to '" + location + "', which is not a web address");
        }
        requireAllowed(to.origin());
        HttpRequest before = request;
        boolean becomesGet = status == 303
                ? !before.method().equals("HEAD")
                : status < 303 && before.method().equals("POST");
        HttpRequest next = redirected.start(becomesGet ? "GET" : before.method(), to.target());
        for (int i = 0; i < before.headerCount(); i++) {
            String name = before.headerName(i);
            boolean isCredential = CREDENTIALS.stream().anyMatch(name::equalsIgnoreCase);
            if (!isCredential || (to.origin().equals(origin) && !name.equalsIgnoreCase("Cookie"))) {
                next.header(name, before.headerValue(i));
            }
        }
        next.body(becomesGet ? null : before.body()).discardBody(before.discardBody());
        redirected = before;
        request = next;
        origin = to.origin();
        addCookies();
    }

    /** Ends the use of the answer. */
    void endOperation() {
        if (answer.size() > KEPT_BODY_BYTES) {
            connection(origin).release();
        }
        answer.forget();
    }

    @Override
    public void abort() {
        aborted = true;
        connections.values().forEach(HttpConnection::abort);
    }

    @Override
    public void close() {
        connections.values().forEach(HttpConnection::close);
    }
}
