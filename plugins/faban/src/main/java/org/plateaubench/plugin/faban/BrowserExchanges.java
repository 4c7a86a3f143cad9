// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.HttpTransport.Exchanges;
import java.io.IOException;
import java.net.MalformedURLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.Browser;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.browser.BrowserResponse;
import org.plateaubench.http.browser.BrowserSettings;
import org.plateaubench.http.browser.ExchangeTimer;
import org.plateaubench.http.browser.HttpMeasures;
import org.plateaubench.spi.UserContext;

/**
 * The exchanges of a driver's transport, by Plateau's browser. Each is part of the timed section, from the first byte
 * of the request to the last byte of the response. Not thread-safe, except for {@link #abort}.
 */
final class BrowserExchanges implements Exchanges, ExchangeTimer {
    /** Fields that the connection writes itself. */
    private static final Set<String> CONNECTION_HEADERS =
            Set.of("host", "content-length", "transfer-encoding", "connection", "expect", "upgrade", "trailer");

    private static final BrowserSettings SETTINGS =
            BrowserSettings.defaults().withConnectionsPerOrigin(1).withCompression(false);

    private final HttpConnector connector;
    private final TimedSection section;
    private final LongSupplier nanoTime;
    private @Nullable HttpResponse last;
    private volatile @Nullable Browser browser;
    private @Nullable BrowserResponse answer;
    private int size;
    private int answers;
    private int failedAnswers;
    private String text = "";

    BrowserExchanges(HttpConnector connector, TimedSection section, LongSupplier nanoTime) {
        this.connector = connector;
        this.section = section;
        this.nanoTime = nanoTime;
    }

    @Override
    public void request(String url, byte @Nullable [] post, Map<String, String> headers, boolean kept, boolean follows)
            throws IOException {
        WebAddress address = address(url);
        Browser sending = browser(address.origin());
        sending.followRedirects(follows);
        answer = sending.send(request(address, post, headers));
        answers++;
        boolean isEmpty = answer.status() == 200 && answer.receivedLength() == 0;
        failedAnswers += isEmpty || answer.status() >= 400 ? 1 : 0;
        size = kept ? answer.length() : answer.receivedLength();
        text = kept ? answer.text() : "";
    }

    /** Counts the answers of a successful operation. */
    void countAnswers(UserContext user) {
        user.counter(DriverDefinition.ANSWERS).add(answers);
        user.counter(DriverDefinition.FAILED_ANSWERS).add(failedAnswers);
    }

    @Override
    public int status() {
        return answer == null ? 0 : answer.status();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public byte[] bytes() throws IOException {
        BrowserResponse known = answer;
        return known == null || text.isEmpty()
                ? new byte[0]
                : Arrays.copyOfRange(known.bytes(), known.offset(), known.offset() + size);
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public List<Map.Entry<String, String>> headers() {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        HttpResponse response = last;
        for (int i = 0; response != null && i < response.headerCount(); i++) {
            fields.add(Map.entry(response.headerName(i), response.headerValue(i)));
        }
        return fields;
    }

    private static WebAddress address(String url) throws MalformedURLException {
        try {
            return WebAddress.parse(url);
        } catch (IllegalArgumentException e) {
            MalformedURLException wrong = new MalformedURLException(url + ": " + e.getMessage());
            wrong.initCause(e);
            throw wrong;
        }
    }

    private static BrowserRequest request(WebAddress address, byte @Nullable [] post, Map<String, String> headers) {
        List<BrowserRequest.Header> fields = new ArrayList<>();
        String type = "application/x-www-form-urlencoded";
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String name = header.getKey();
            if (name.equalsIgnoreCase("Content-Type")) {
                type = header.getValue();
            } else if (CONNECTION_HEADERS.stream().noneMatch(name::equalsIgnoreCase)) {
                fields.add(new BrowserRequest.Header(name, header.getValue()));
            }
        }
        RequestBody body = post == null ? null : RequestBody.of(post, type);
        return new BrowserRequest(post == null ? "GET" : "POST", address, body, fields);
    }

    @Override
    public void onRequest() {
        last = null;
        section.requestStarts(nanoTime.getAsLong());
    }

    @Override
    public void onResponse(HttpResponse response) {
        section.requestEnds(nanoTime.getAsLong());
        last = response;
    }

    /** Returns the browser, which is created for the first origin. */
    private Browser browser(HttpOrigin origin) {
        Browser known = browser;
        if (known == null) {
            known = new Browser(connector, origin, SETTINGS, nanoTime);
            known.setExchangeTimer(this);
            browser = known;
        }
        return known;
    }

    /** Makes a running request fail, until {@link #restart}. May be called by any thread. */
    void abort() {
        Optional.ofNullable(browser).ifPresent(Browser::abort);
    }

    /** Connects again after an abort. */
    void restart() throws HttpFailure {
        Browser known = browser;
        if (known != null) {
            known.connect();
        }
    }

    /** Adds the traffic of the operation to the counters. */
    void endOperation(HttpMeasures measures) {
        answer = null;
        answers = 0;
        failedAnswers = 0;
        Optional.ofNullable(browser).ifPresent(known -> measures.add(known.endOperation()));
    }

    void close() {
        Optional.ofNullable(browser).ifPresent(Browser::close);
    }

    @Override
    public String[] cookie(String name) {
        return Optional.ofNullable(browser).map(known -> known.cookie(name)).stream()
                .toArray(String[]::new);
    }
}
