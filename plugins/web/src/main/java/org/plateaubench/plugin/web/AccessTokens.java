// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.http.html.UrlEncodedBody;
import org.plateaubench.plugin.web.WebParameters.TokenParameters;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.JsonPath;
import org.plateaubench.scenario.value.StepFailure;

/**
 * Access tokens by OAuth 2 client credentials (RFC 6749, 4.4). The first one is awaited before any request; each is
 * renewed in the background before it expires. Thread-safe.
 */
final class AccessTokens implements AutoCloseable {
    /** Error class of a request without a valid token. */
    static final String ERROR_CLASS = "token";

    private static final Duration MAX_SILENCE = Duration.ofSeconds(5);
    private static final Duration EXCHANGE_TIMEOUT = Duration.ofSeconds(10);
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MAX_SECONDS = 365L * 24 * 3600;
    private static final int OK_STATUS = 200;

    private final TokenParameters parameters;
    private final HttpConnections connections;
    private final HttpConnection connection;
    private final WebAddress address;
    private volatile @Nullable Token token;
    private volatile @Nullable Failure failure;
    private final AtomicBoolean isRenewing = new AtomicBoolean();

    /** A token: the value of the header, and its lifetime in seconds. */
    private record Token(String header, long seconds, long startNanos) {
        boolean isDue(long nowNanos) {
            return nowNanos - startNanos > seconds * SECOND_NANOS / 5 * 4;
        }

        boolean isValid(long nowNanos) {
            return nowNanos - startNanos < seconds * SECOND_NANOS;
        }
    }

    /** A failed attempt, after which no other is made for a second. */
    private record Failure(IOException reason, long nanos) {
        boolean isRecent(long nowNanos) {
            return nowNanos - nanos < SECOND_NANOS;
        }
    }

    AccessTokens(TokenParameters parameters, HttpSettings settings) {
        this.parameters = parameters;
        this.address = WebAddress.parse(parameters.tokenUrl());
        this.connections = new HttpConnections(settings.withProtocol(HttpSettings.Protocol.HTTP1)
                .withTimeouts(MAX_SILENCE, MAX_SILENCE, EXCHANGE_TIMEOUT));
        this.connection = connections.connection(address.origin());
    }

    /** Waits for a valid token, and returns a sentence about it. */
    String await(long nowNanos) throws IOException {
        synchronized (connection) {
            Token current = token;
            if (current == null || !current.isValid(nowNanos)) {
                current = fetchAndStore(nowNanos);
            }
            return "an access token of " + address.origin() + " is valid for " + current.seconds() + " s";
        }
    }

    /** The value of the header Authorization. Does not wait. */
    String header(long nowNanos) throws StepFailure {
        Token current = token;
        Failure failed = failure;
        boolean isDue = current == null || current.isDue(nowNanos);
        if (isDue && (failed == null || !failed.isRecent(nowNanos)) && isRenewing.compareAndSet(false, true)) {
            Thread.ofVirtual().name("access-token").start(() -> renew(nowNanos));
        }
        if (current == null || !current.isValid(nowNanos)) {
            throw StepFailure.error(
                    ERROR_CLASS,
                    "the access token has expired"
                            + (failed == null ? "" : ": " + failed.reason().getMessage()));
        }
        return current.header();
    }

    private void renew(long nowNanos) {
        try {
            fetchAndStore(nowNanos);
        } catch (IOException e) {
            // The failure is stored, and reported by the requests that need the token.
        } finally {
            isRenewing.set(false);
        }
    }

    private Token fetchAndStore(long nowNanos) throws IOException {
        synchronized (connection) {
            Failure lastFailure = failure;
            if (lastFailure != null && lastFailure.isRecent(nowNanos)) {
                throw lastFailure.reason();
            }
            try {
                Token fetched = fetch(nowNanos);
                token = fetched;
                failure = null;
                return fetched;
            } catch (IOException e) {
                failure = new Failure(e, nowNanos);
                throw e;
            } finally {
                connection.close();
            }
        }
    }

    private Token fetch(long nowNanos) throws IOException {
        UrlEncodedBody body = new UrlEncodedBody().add("grant_type", "client_credentials");
        if (!parameters.scope().isEmpty()) {
            body.add("scope", parameters.scope());
        }
        String credentials = encoded(parameters.clientId()) + ":" + encoded(parameters.clientSecret());
        HttpRequest request = new HttpRequest()
                .start("POST", address.target())
                .header("Accept", "application/json")
                .header("Authorization", basic(credentials))
                .body(body);
        try {
            HttpResponse response = connection.exchange(request);
            String value = jsonValue(response, "$.access_token");
            if (response.status() != OK_STATUS || value == null) {
                throw new IOException("the server of access tokens, " + address + ", answered " + response.status()
                        + (response.status() == OK_STATUS ? " without an access_token" : reason(response)));
            }
            return new Token("Bearer " + value, seconds(jsonValue(response, "$.expires_in")), nowNanos);
        } catch (HttpFailure e) {
            throw new IOException("there is no access token: " + e.getMessage(), e);
        }
    }

    static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    private static String reason(HttpResponse response) {
        String error = Objects.requireNonNullElse(jsonValue(response, "$.error"), "");
        String description = Objects.requireNonNullElse(jsonValue(response, "$.error_description"), "");
        return (error.isEmpty() ? "" : ": " + error) + (description.isEmpty() ? "" : ", " + description);
    }

    private static long seconds(@Nullable String text) {
        return text != null && text.matches("\\d{1,9}") ? Long.parseLong(text) : MAX_SECONDS;
    }

    private static @Nullable String jsonValue(HttpResponse response, String path) {
        JsonPath compiled = JsonPath.compile(path, Section.of(Map.of(), "", new ArrayList<>()), "");
        try {
            return compiled == null
                    ? null
                    : compiled.find(response.bodyArray(), response.bodyOffset(), response.bodyLength());
        } catch (StepFailure e) {
            return null;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        connection.abort();
        connections.close();
    }
}
