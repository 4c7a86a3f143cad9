// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.IOException;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.CookieJar;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.http.browser.TrafficCount;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.web.StreamClient.MessageStream;
import org.plateaubench.plugin.web.WebAnswer.TraceText;
import org.plateaubench.scenario.Client;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.spi.UserContext;

/** The connections, the cookies and the current request of one user. */
final class WebClient implements Client {
    /** Bodies above this size are released after each request, because many users wait at the same time. */
    private static final int KEPT_BODY_BYTES = 16_384;

    private static final int MAX_REDIRECTS = 10;
    private static final String MESSAGES_SENT = "messagesSent";
    private static final String MESSAGES_RECEIVED = "messagesReceived";
    private static final long CLOSE_TIMEOUT_NANOS = 10_000_000_000L;

    private final WebTarget target;
    private final HttpConnector connector;
    private final Map<HttpOrigin, HttpConnection> connections = new ConcurrentHashMap<>();
    private final @Nullable CookieJar cookies;
    private final WebAnswer answer;
    private final StringBuilder buffer = new StringBuilder();
    private final @Nullable AccessTokens tokens;
    private final UserContext user;
    private TrafficCount traffic = new TrafficCount();
    private final HttpMeasures measures;
    private final UserContext.Counter messagesSent;
    private final UserContext.Counter messagesReceived;
    private volatile @Nullable PageResources resources;
    private final @Nullable Consumer<String> trace;
    private HttpRequest request = new HttpRequest();
    private HttpRequest redirected = new HttpRequest();
    private HttpOrigin origin;
    private final StreamClient streams;
    private @Nullable WebSocket socket;
    private volatile @Nullable MessageStream stream;
    private volatile boolean aborted;

    WebClient(
            WebTarget target,
            HttpConnector connector,
            StreamClient streams,
            @Nullable AccessTokens tokens,
            UserContext user) {
        this.streams = streams;
        this.target = target;
        this.tokens = tokens;
        this.user = user;
        this.connector = connector.ofUser();
        this.cookies = target.cookies() ? new CookieJar(user::nanoTime) : null;
        this.answer = new WebAnswer(target.maxBodyBytes(), nanos -> traffic.parsed(nanos), user::nanoTime);
        this.origin = target.home();
        this.measures = new HttpMeasures(name -> user.counter(name)::add);
        this.messagesSent = user.counter(MESSAGES_SENT);
        this.messagesReceived = user.counter(MESSAGES_RECEIVED);
        this.trace = user.trace().orElse(null);
    }

    static List<MeasureDefinition> measures() {
        List<MeasureDefinition> measures = new ArrayList<>(HttpMeasures.definitions());
        measures.add(MeasureDefinition.counter(MESSAGES_SENT, "messages", "Messages sent by WebSockets."));
        measures.add(MeasureDefinition.counter(
                MESSAGES_RECEIVED, "messages", "Messages received from WebSockets, and events."));
        return measures;
    }

    @Override
    public void connect() throws IOException {
        aborted = false;
        PageResources current = resources;
        if (current != null) {
            current.restart();
        }
        if (tokens != null) {
            String sentence = tokens.await(user.nanoTime());
            if (trace != null) {
                trace.accept(sentence);
            }
        }
        HttpConnection home = connection(target.home());
        long before = home.connects();
        home.connect();
        traffic.connection(home.connects() - before, 0);
    }

    private HttpConnection connection(HttpOrigin to) {
        HttpConnection connection = connections.get(to);
        return connection == null ? connections.computeIfAbsent(to, connector::connection) : connection;
    }

    StringBuilder buffer() {
        buffer.setLength(0);
        return buffer;
    }

    boolean isHome() {
        return origin.equals(target.home());
    }

    /** The header with the access token; null if there are none. */
    @Nullable
    String token() throws StepFailure {
        return tokens == null ? null : tokens.header(user.nanoTime());
    }

    /** Receives the sent and received texts when a single user is tried; otherwise null. */
    @Nullable
    Consumer<String> trace() {
        return trace;
    }

    WebAnswer answer() {
        return answer;
    }

    /** Begins a request to the home server; path and query are encoded, with the prefix of the home address. */
    HttpRequest begin(String method, String path) {
        origin = target.home();
        return request.start(method, path);
    }

    /** Begins a request to an address that is relative to the last one, or absolute. */
    HttpRequest beginAt(String method, String reference) throws StepFailure {
        WebAddress address = currentAddress().resolve(WebTarget.asHttp(reference));
        if (address == null) {
            throw StepFailure.error("address", "'" + reference + "' is not a web address");
        }
        requireAllowed(address.origin());
        origin = address.origin();
        return request.start(method, address.target());
    }

    private WebAddress currentAddress() {
        String at = request.target();
        return new WebAddress(origin, at.startsWith("/") ? at : "/");
    }

    private void requireAllowed(HttpOrigin to) throws StepFailure {
        if (!target.allows(to)) {
            throw StepFailure.error(
                    "other-address", to + " is neither the address of 'url' nor among 'others', so it is not loaded");
        }
    }

    /** Adds the cookies to the request that was begun, unless it sets the header itself. */
    void addCookies() {
        if (cookies != null && cookies.size() > 0 && !hasCookies()) {
            String header = cookies.header(currentAddress());
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
            String location = follows && WebTarget.isRedirect(response.status()) ? response.header("Location") : null;
            if (location == null) {
                answer.set(response);
                if (trace != null) {
                    trace.accept(TraceText.answer(response, answer));
                }
                return;
            }
            if (++followed > MAX_REDIRECTS) {
                throw StepFailure.error(
                        "redirects", "more than " + MAX_REDIRECTS + " redirects, the last one to " + location);
            }
            traffic.redirect();
            if (trace != null) {
                trace.accept("< " + response.status() + " to " + location);
            }
            redirect(response.status(), location);
        }
    }

    private HttpResponse exchange() throws HttpFailure {
        if (aborted) {
            throw new HttpFailure(HttpFailure.Kind.ABORTED, "the operation was aborted", false, null);
        }
        if (trace != null) {
            trace.accept(TraceText.request(origin, request));
        }
        HttpConnection connection = connection(origin);
        long connects = connection.connects();
        long retries = connection.retries();
        traffic.request(false);
        try {
            HttpResponse response = connection.exchange(request);
            traffic.response(response);
            storeCookies(response);
            return response;
        } finally {
            traffic.connection(connection.connects() - connects, connection.retries() - retries);
        }
    }

    /** Fetches the resources of the page that was answered, if the answer is a page. */
    Outcome fetchResources() throws StepFailure {
        String type = answer.header("Content-Type");
        if (answer.status() > 299
                || type == null
                || !type.toLowerCase(Locale.ROOT).contains("html")) {
            return Outcome.ok();
        }
        PageResources current = resources;
        if (current == null) {
            CookieJar jar = cookies == null ? new CookieJar(user::nanoTime) : cookies;
            current = new PageResources(target, connector, measures, jar, user);
            resources = current;
        }
        return current.fetch(Page.of(currentAddress(), answer.document()), request);
    }

    private void storeCookies(HttpResponse response) {
        for (int i = 0; cookies != null && i < response.headerCount(); i++) {
            if (response.headerIs(i, "Set-Cookie")) {
                cookies.store(currentAddress(), response);
                return;
            }
        }
    }

    /** Begins the request that a redirect demands (RFC 9110, 15.4). */
    private void redirect(int status, String location) throws StepFailure {
        WebAddress to = currentAddress().resolve(location);
        if (to == null) {
            throw StepFailure.error("address", "a redirect leads to '" + location + "', which is not a web address");
        }
        requireAllowed(to.origin());
        HttpRequest previous = request;
        boolean becomesGet = status == 303
                ? !previous.method().equals("HEAD")
                : status < 303 && previous.method().equals("POST");
        HttpRequest next = redirected.start(becomesGet ? "GET" : previous.method(), to.target());
        for (int i = 0; i < previous.headerCount(); i++) {
            String name = previous.headerName(i);
            if (!WebTarget.isCredential(name) || (to.origin().equals(origin) && !name.equalsIgnoreCase("Cookie"))) {
                next.header(name, previous.headerValue(i));
            }
        }
        next.body(becomesGet ? null : previous.body()).discardBody(previous.discardBody());
        redirected = previous;
        request = next;
        origin = to.origin();
        addCookies();
    }

    /** Opens a WebSocket or an event stream by the request that was begun, in place of the open one. */
    void openStream(boolean isSocket, String protocol) throws StepFailure, InterruptedException {
        endStream();
        MessageStream newStream = new MessageStream(target.maxBodyBytes(), user::nanoTime);
        stream = newStream;
        if (aborted) {
            throw StepFailure.error("aborted", "the operation was aborted");
        }
        traffic.request(false);
        traffic.connection(1, 0);
        countTraffic();
        traceLine(TraceText.request(origin, request));
        boolean isOpen = false;
        try {
            if (isSocket) {
                socket = streams.webSocket(newStream, currentAddress(), request, protocol);
            } else {
                streams.events(newStream, currentAddress(), request);
            }
            isOpen = true;
        } finally {
            if (!isOpen) {
                endStream();
            }
        }
    }

    private void traceLine(String text) {
        if (trace != null) {
            trace.accept(text);
        }
    }

    private MessageStream stream() throws StepFailure {
        MessageStream open = stream;
        if (open == null) {
            throw StepFailure.error("not-open", "there is no open WebSocket, and there are no events");
        }
        return open;
    }

    void sendMessage() throws StepFailure, InterruptedException {
        WebSocket open = socket;
        if (open == null) {
            throw StepFailure.error("not-open", "there is no open WebSocket");
        }
        stream().requireOpen();
        traceLine("> " + buffer);
        try {
            open.sendText(buffer, true).get();
            messagesSent.add(1);
        } catch (ExecutionException | IllegalStateException e) {
            throw stream().failure();
        }
    }

    /** Waits for a message, which becomes the answer, and returns the name of its event. */
    String receiveMessage(long deadlineNanos) throws StepFailure, InterruptedException {
        MessageStream.Message message = stream().next(deadlineNanos);
        messagesReceived.add(1);
        answer.set(message.bytes());
        traceLine(
                "< " + (message.event().isEmpty() ? "" : message.event() + ": ") + TraceText.shortened(answer.text()));
        return message.event();
    }

    /** Closes the open stream, a WebSocket by its closing handshake. */
    void closeStream(String reason) throws StepFailure, InterruptedException {
        MessageStream open = stream();
        WebSocket openSocket = socket;
        if (openSocket != null && !openSocket.isOutputClosed()) {
            try {
                openSocket.sendClose(WebSocket.NORMAL_CLOSURE, reason).get();
                open.awaitEnd(user.nanoTime() + CLOSE_TIMEOUT_NANOS);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IllegalArgumentException invalid) {
                    throw StepFailure.error("request", "the reason of a close cannot be sent: " + invalid.getMessage());
                }
                throw open.failure();
            }
        }
        endStream();
    }

    private void endStream() {
        MessageStream open = stream;
        if (open != null) {
            open.stop("closed");
        }
        stream = null;
        socket = null;
    }

    long nanoTime() {
        return user.nanoTime();
    }

    private void countTraffic() {
        measures.add(traffic.total());
        traffic = new TrafficCount();
    }

    void endOperation() {
        countTraffic();
        if (answer.size() > KEPT_BODY_BYTES) {
            connection(origin).release();
        }
        answer.clear();
    }

    @Override
    public void abort() {
        aborted = true;
        connections.values().forEach(HttpConnection::abort);
        PageResources current = resources;
        if (current != null) {
            current.abort();
        }
        MessageStream open = stream;
        if (open != null) {
            open.stop("aborted");
        }
    }

    @Override
    public void close() {
        connections.values().forEach(HttpConnection::close);
        if (resources != null) {
            resources.close();
        }
        endStream();
    }
}
