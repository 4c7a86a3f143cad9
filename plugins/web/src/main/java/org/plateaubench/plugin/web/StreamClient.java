// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.TlsClient;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.scenario.value.StepFailure;

/** Opens WebSockets and streams of events for the users of a session, over HTTP/1.1. Any thread. */
final class StreamClient implements AutoCloseable {
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);
    private static final int FIRST_ERROR = 400;

    private final HttpSettings settings;
    private @Nullable HttpClient client;

    StreamClient(HttpSettings settings) {
        this.settings = settings;
    }

    private synchronized HttpClient client() {
        HttpClient made = client;
        if (made == null) {
            made = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(settings.connectTimeout())
                    .sslContext(
                            TlsClient.of(settings.trust(), settings.identity()).context())
                    .executor(Executors.newVirtualThreadPerTaskExecutor())
                    .build();
            client = made;
        }
        return made;
    }

    WebSocket webSocket(MessageStream stream, WebAddress address, HttpRequest request, String protocol)
            throws StepFailure, InterruptedException {
        WebSocket.Builder builder = client().newWebSocketBuilder().connectTimeout(settings.connectTimeout());
        for (int i = 0; i < request.headerCount(); i++) {
            builder.header(request.headerName(i), request.headerValue(i));
        }
        if (!protocol.isEmpty()) {
            builder.subprotocols(protocol);
        }
        URI uri = URI.create(address.toString().replaceFirst("^http", "ws"));
        return opened(stream, address, builder.buildAsync(uri, stream));
    }

    void events(MessageStream stream, WebAddress address, HttpRequest request)
            throws StepFailure, InterruptedException {
        var builder = java.net.http.HttpRequest.newBuilder(URI.create(address.toString()));
        for (int i = 0; i < request.headerCount(); i++) {
            builder.header(request.headerName(i), request.headerValue(i));
        }
        var response = opened(stream, address, client().sendAsync(builder.build(), _ -> stream));
        int status = response.statusCode();
        if (status >= FIRST_ERROR) {
            throw StepFailure.error("status-" + status, "the server answered " + status);
        }
        String type = response.headers().firstValue("Content-Type").orElse("no type");
        if (!type.startsWith("text/event-stream")) {
            throw StepFailure.error("no-events", "the server answered " + type + " instead of text/event-stream");
        }
    }

    private <T> T opened(MessageStream stream, WebAddress address, CompletableFuture<T> opening)
            throws StepFailure, InterruptedException {
        stream.stopBy(() -> opening.cancel(true));
        try {
            return opening.get(settings.readTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw StepFailure.error(Outcome.TIMEOUT, address + ": no answer within the time limit");
        } catch (CancellationException e) {
            throw stream.failure();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof WebSocketHandshakeException refused) {
                int status = refused.getResponse().statusCode();
                throw StepFailure.error(
                        "status-" + status, "the server answered " + status + ", and opens no WebSocket");
            }
            throw StepFailure.error(errorClass(cause), address + ": " + words(cause));
        }
    }

    private static String errorClass(Throwable failure) {
        if (TlsClient.aboutCertificate(failure)) {
            return "tls-certificate";
        }
        return switch (failure) {
            case SSLException _ -> "tls-failed";
            case HttpTimeoutException _ -> Outcome.TIMEOUT;
            default -> "connect-failed";
        };
    }

    private static String words(Throwable failure) {
        return failure.getMessage() == null ? "the connection could not be opened" : failure.getMessage();
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
            try {
                client.awaitTermination(LONGEST_CLOSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            client = null;
        }
    }
}
