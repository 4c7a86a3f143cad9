// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.TlsClient;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.scenario.value.StepFailure;

/** Opens WebSockets and streams of events for the users of a session, over HTTP/1.1. Thread-safe. */
final class StreamClient implements AutoCloseable {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final int FIRST_ERROR = 400;

    private final HttpSettings settings;
    private @Nullable HttpClient client;

    StreamClient(HttpSettings settings) {
        this.settings = settings;
    }

    private synchronized HttpClient client() {
        HttpClient result = client;
        if (result == null) {
            result = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(settings.connectTimeout())
                    .sslContext(
                            TlsClient.of(settings.trust(), settings.identity()).context())
                    .executor(Executors.newVirtualThreadPerTaskExecutor())
                    .build();
            client = result;
        }
        return result;
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
        return awaitOpening(stream, address, builder.buildAsync(uri, stream));
    }

    void events(MessageStream stream, WebAddress address, HttpRequest request)
            throws StepFailure, InterruptedException {
        var builder = java.net.http.HttpRequest.newBuilder(URI.create(address.toString()));
        for (int i = 0; i < request.headerCount(); i++) {
            builder.header(request.headerName(i), request.headerValue(i));
        }
        var response = awaitOpening(stream, address, client().sendAsync(builder.build(), _ -> stream));
        int status = response.statusCode();
        if (status >= FIRST_ERROR) {
            throw StepFailure.error("status-" + status, "the server answered " + status);
        }
        String type = response.headers().firstValue("Content-Type").orElse("no type");
        if (!type.startsWith("text/event-stream")) {
            throw StepFailure.error("no-events", "the server answered " + type + " instead of text/event-stream");
        }
    }

    private <T> T awaitOpening(MessageStream stream, WebAddress address, CompletableFuture<T> opening)
            throws StepFailure, InterruptedException {
        stream.addStopAction(() -> opening.cancel(true));
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
            throw StepFailure.error(errorClass(cause), address + ": " + message(cause));
        }
    }

    private static String errorClass(Throwable failure) {
        if (TlsClient.isAboutCertificate(failure)) {
            return "tls-certificate";
        }
        return switch (failure) {
            case SSLException _ -> "tls-failed";
            case HttpTimeoutException _ -> Outcome.TIMEOUT;
            default -> "connect-failed";
        };
    }

    private static String message(Throwable failure) {
        return failure.getMessage() == null ? "the connection could not be opened" : failure.getMessage();
    }

    @Override
    public synchronized void close() {
        if (client != null) {
            client.shutdownNow();
            try {
                client.awaitTermination(CLOSE_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            client = null;
        }
    }

    /**
     * The messages of a WebSocket, or of server-sent events, that a server has sent and no step has received. If there
     * are many, the server has to wait. Thread-safe.
     */
    static final class MessageStream implements WebSocket.Listener, HttpResponse.BodySubscriber<Void> {
        private static final int MAX_WAITING = 1_000;

        private final int maxBytes;
        private final LongSupplier nanoTime;
        private final ArrayDeque<Message> messages = new ArrayDeque<>();
        private final ByteArrayOutputStream part = new ByteArrayOutputStream();
        private final StringBuilder data = new StringBuilder();
        private String event = "";
        private @Nullable String endReason;
        private @Nullable Runnable pausedRequest;
        private final List<Runnable> stopActions = new ArrayList<>();
        private Runnable requestNext = () -> {};

        /** A message; the name of the event is empty for a message of a WebSocket. */
        @SuppressWarnings("ArrayRecordComponent") // Messages are not compared.
        record Message(String event, byte[] bytes) {}

        MessageStream(int maxBytes, LongSupplier nanoTime) {
            this.maxBytes = maxBytes;
            this.nanoTime = nanoTime;
        }

        synchronized Message next(long deadlineNanos) throws StepFailure, InterruptedException {
            while (messages.isEmpty()) {
                requireOpen();
                long remainingNanos = deadlineNanos - nanoTime.getAsLong();
                if (remainingNanos <= 0) {
                    throw StepFailure.error(Outcome.TIMEOUT, "no message within the time limit of the step");
                }
                wait(TimeUnit.NANOSECONDS.toMillis(remainingNanos) + 1);
            }
            Message next = messages.remove();
            Runnable request = pausedRequest;
            if (request != null) {
                pausedRequest = null;
                request.run();
            }
            return next;
        }

        /** The failure of a step that needs the stream after its end. */
        synchronized StepFailure failure() {
            return StepFailure.error("stream-closed", endReason == null ? "the connection was lost" : endReason);
        }

        synchronized void requireOpen() throws StepFailure {
            if (endReason != null) {
                throw failure();
            }
        }

        synchronized void awaitEnd(long deadlineNanos) throws InterruptedException {
            for (long remaining = 1;
                    endReason == null && remaining > 0;
                    remaining = deadlineNanos - nanoTime.getAsLong()) {
                wait(TimeUnit.NANOSECONDS.toMillis(remaining) + 1);
            }
        }

        void stop(String reason) {
            recordEnd(reason);
            List<Runnable> actions;
            synchronized (this) {
                actions = List.copyOf(stopActions);
            }
            actions.forEach(Runnable::run);
        }

        /** Adds an action that ends the stream on this side; it is run immediately if the stream has already ended. */
        void addStopAction(Runnable stop) {
            boolean isEnded;
            synchronized (this) {
                stopActions.add(stop);
                isEnded = endReason != null;
            }
            if (isEnded) {
                stop.run();
            }
        }

        private synchronized void recordEnd(String reason) {
            endReason = endReason == null ? reason : endReason;
            notifyAll();
        }

        private synchronized void add(String name, byte[] bytes) {
            messages.add(new Message(name, bytes));
            notifyAll();
        }

        /** Allows the server to send another message, immediately or when fewer messages wait. */
        private synchronized void requestMore(Runnable request) {
            if (messages.size() < MAX_WAITING) {
                request.run();
            } else {
                pausedRequest = request;
            }
        }

        private boolean isTooLong(int length) {
            boolean isTooLong = length > maxBytes;
            if (isTooLong) {
                stop("a message has more than " + maxBytes + " bytes (maxBodyBytes)");
            }
            return isTooLong;
        }

        @Override
        public void onOpen(WebSocket socket) {
            addStopAction(socket::abort);
            socket.request(1);
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
            return append(socket, text.toString().getBytes(StandardCharsets.UTF_8), last);
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer bytes, boolean last) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            return append(socket, copy, last);
        }

        private @Nullable CompletionStage<?> append(WebSocket socket, byte[] bytes, boolean last) {
            if (!isTooLong(part.size() + bytes.length)) {
                part.writeBytes(bytes);
                if (last) {
                    add("", part.toByteArray());
                    part.reset();
                }
                requestMore(() -> socket.request(1));
            }
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            recordEnd("the WebSocket was closed: " + code + (reason.isEmpty() ? "" : " " + reason));
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable failure) {
            onError(failure);
        }

        @Override
        public CompletionStage<Void> getBody() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            addStopAction(subscription::cancel);
            requestNext = () -> subscription.request(1);
            requestNext.run();
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining()) {
                    byte next = buffer.get();
                    if (next == '\n') {
                        readLine(part.toString(StandardCharsets.UTF_8));
                        part.reset();
                    } else if (next != '\r') {
                        part.write(next);
                    }
                }
                if (isTooLong(part.size() + data.length())) {
                    return;
                }
            }
            requestMore(requestNext);
        }

        /** Reads a line of server-sent events; an empty one ends an event. */
        private void readLine(String line) {
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(colon + 1);
            value = value.startsWith(" ") ? value.substring(1) : value;
            if (field.equals("data")) {
                data.append(value).append('\n');
            } else if (field.equals("event")) {
                event = value;
            } else if (line.isEmpty()) {
                if (!data.isEmpty()) {
                    add(event, data.substring(0, data.length() - 1).getBytes(StandardCharsets.UTF_8));
                }
                data.setLength(0);
                event = "";
            }
        }

        @Override
        public void onError(Throwable failure) {
            recordEnd("the connection was lost" + (failure.getMessage() == null ? "" : ": " + failure.getMessage()));
        }

        @Override
        public void onComplete() {
            recordEnd("the server ended the stream");
        }
    }
}
