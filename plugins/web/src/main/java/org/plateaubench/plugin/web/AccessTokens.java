// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.JsonPath;
import org.plateaubench.scenario.value.StepFailure;

/**
 * Access tokens by OAuth 2 client credentials (RFC 6749, 4.4). The first one is awaited before any request; each is renewed
 * in the background before it expires. Any thread.
 */
final class AccessTokens implements AutoCloseable {
    /** Error class of a request without a valid token. */
    static final String ERROR_CLASS = "token";

    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);
    private static final Duration LONGEST_EXCHANGE = Duration.ofSeconds(10);
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long LONGEST_SECONDS = 365L * 24 * 3600;
    /** Time after a failure in which the server of tokens is left alone. */
    private static final long REST_NANOS = SECOND_NANOS;

    private static final int GOOD = 200;

    private final TokenParameters parameters;
    private final HttpConnections connections;
    private final HttpConnection connection;
    private final WebAddress address;
    private volatile @Nullable Token token;
    private @Nullable Thread renewal;
    private @Nullable IOException failure;
    private long failedNanos;

    /**
     * A token.
     *
     * @param header value of the header
     * @param seconds its lifetime
     */
    private record Token(String header, long seconds, long startNanos) {
        boolean isDue(long nowNanos) {
            return nowNanos - startNanos > seconds * SECOND_NANOS / 5 * 4;
        }

        boolean isValid(long nowNanos) {
            return nowNanos - startNanos < seconds * SECOND_NANOS;
        }
    }

    AccessTokens(TokenParameters parameters, HttpSettings settings) {
        this.parameters = parameters;
        this.address = WebAddress.parse(parameters.tokenUrl());
        this.connections = new HttpConnections(settings.withProtocol(HttpSettings.Protocol.HTTP1)
                .withTimeouts(LONGEST_SILENCE, LONGEST_SILENCE, LONGEST_EXCHANGE));
        this.connection = connections.connection(address.origin());
    }

    /**
     * Waits for a valid token.
     *
     * @return a sentence about it
     */
    String await(long nowNanos) throws IOException {
        synchronized (connection) {
            Token known = token;
            if (known == null || !known.isValid(nowNanos)) {
                IOException recent = failure(nowNanos);
                if (recent != null) {
                    throw recent;
                }
                known = fetched(nowNanos);
            }
            return "an access token of " + address.origin() + " is valid for " + known.seconds() + " s";
        }
    }

    /** The value of the header Authorization. Does not wait. */
    String header(long nowNanos) throws StepFailure {
        Token known = token;
        if (known == null || known.isDue(nowNanos)) {
            renew(nowNanos);
        }
        if (known == null || !known.isValid(nowNanos)) {
            throw StepFailure.error(
                    ERROR_CLASS, "the access token has expired" + (failure() == null ? "" : ": " + failure()));
        }
        return known.header();
    }

    private synchronized @Nullable String failure() {
        return failure == null ? null : failure.getMessage();
    }

    /** The failure of a moment ago, after which the server is left alone; null for none. */
    private synchronized @Nullable IOException failure(long nowNanos) {
        return failure != null && nowNanos - failedNanos < REST_NANOS ? failure : null;
    }

    private synchronized void renew(long nowNanos) {
        boolean isRunning = renewal != null && renewal.isAlive();
        if (!isRunning && failure(nowNanos) == null) {
            renewal = Thread.ofVirtual().name("access-token").start(() -> {
                try {
                    fetched(nowNanos);
                } catch (IOException e) {
                    // It is kept, and told by the requests that need the token.
                }
            });
        }
    }

    private Token fetched(long nowNanos) throws IOException {
        synchronized (connection) {
            try {
                Token fetched = fetch(nowNanos);
                token = fetched;
                kept(null, nowNanos);
                return fetched;
            } catch (IOException e) {
                kept(e, nowNanos);
                throw e;
            } finally {
                connection.close();
            }
        }
    }

    private synchronized void kept(@Nullable IOException newFailure, long nowNanos) {
        failure = newFailure;
        failedNanos = nowNanos;
    }

    private Token fetch(long nowNanos) throws IOException {
        StringBuilder body = new StringBuilder("grant_type=client_credentials");
        if (!parameters.scope().isEmpty()) {
            body.append("&scope=").append(encoded(parameters.scope()));
        }
        String pair = encoded(parameters.clientId()) + ":" + encoded(parameters.clientSecret());
        HttpRequest request = new HttpRequest()
                .start("POST", address.target())
                .header("Accept", "application/json")
                .header("Authorization", basic(pair))
                .body(RequestBody.of(
                        body.toString().getBytes(StandardCharsets.US_ASCII), "application/x-www-form-urlencoded"));
        try {
            HttpResponse response = connection.exchange(request);
            String value = found(response, "$.access_token");
            if (response.status() != GOOD || value == null) {
                throw new IOException("the server of access tokens, " + address + ", answered " + response.status()
                        + (response.status() == GOOD ? " without an access_token" : reason(response)));
            }
            return new Token("Bearer " + value, seconds(found(response, "$.expires_in")), nowNanos);
        } catch (HttpFailure e) {
            throw new IOException("there is no access token: " + e.getMessage(), e);
        }
    }

    /** The header of basic authentication (RFC 7617). */
    static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String reason(HttpResponse response) {
        String error = Objects.requireNonNullElse(found(response, "$.error"), "");
        String described = Objects.requireNonNullElse(found(response, "$.error_description"), "");
        return (error.isEmpty() ? "" : ": " + error) + (described.isEmpty() ? "" : ", " + described);
    }

    private static long seconds(@Nullable String text) {
        return text != null && text.matches("\\d{1,9}") ? Long.parseLong(text) : LONGEST_SECONDS;
    }

    private static @Nullable String found(HttpResponse response, String path) {
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
        StringBuilder encoded = new StringBuilder(text);
        Encoding.component(encoded, 0);
        return encoded.toString();
    }

    /** Ends a renewal. */
    @Override
    public void close() {
        connection.abort();
        connections.close();
    }
}
