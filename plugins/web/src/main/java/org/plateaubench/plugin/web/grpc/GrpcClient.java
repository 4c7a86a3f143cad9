// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.plugin.web.grpc.GrpcAnswers.GrpcAnswer;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.scenario.Client;
import org.plateaubench.spi.UserContext;

/** The connection of one user, and its current call. */
final class GrpcClient implements Client {
    private static final String SENT = "grpcMessagesSent";
    private static final String RECEIVED = "grpcMessagesReceived";
    private static final String CONNECTIONS = "grpcConnections";
    static final int CONNECT_MILLIS = 5_000;
    private static final long CLOSE_SECONDS = 5;
    private static final long QUERY_TIMEOUT_NANOS = 10_000_000_000L;
    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private final Supplier<ManagedChannel> channels;
    private final ClientKeys keys;
    private final GrpcParameters parameters;
    private final UserContext.Counter sent;
    private final UserContext.Counter received;
    private final UserContext.Counter connections;
    private final @Nullable Consumer<String> trace;
    private @Nullable Request request;
    private volatile @Nullable ManagedChannel channel;
    private volatile @Nullable ClientCall<byte[], byte[]> call;
    private volatile boolean aborted;

    /**
     * A call.
     *
     * @param method the method, with messages as bytes
     * @param metadata metadata, which no other call may use
     * @param deadlineNanos time for the whole call; 0 for none
     * @param maxMessages number of response messages after which the call is cancelled
     * @param readsMessages whether the response messages are read
     */
    record Request(
            MethodDescriptor<byte[], byte[]> method,
            Metadata metadata,
            List<byte[]> messages,
            long deadlineNanos,
            int maxMessages,
            boolean readsMessages) {
        /** A query of the plugin itself: a bidirectional stream; one answer is read from it. */
        Request(String method, List<byte[]> messages) {
            this(
                    GrpcClient.method(method, MethodDescriptor.MethodType.BIDI_STREAMING),
                    new Metadata(),
                    messages,
                    QUERY_TIMEOUT_NANOS,
                    1,
                    true);
        }
    }

    GrpcClient(
            Supplier<ManagedChannel> channels,
            ClientKeys keys,
            GrpcParameters parameters,
            Function<String, UserContext.Counter> counters,
            @Nullable Consumer<String> trace) {
        this.channels = channels;
        this.keys = keys;
        this.parameters = parameters;
        this.trace = trace;
        sent = counters.apply(SENT);
        received = counters.apply(RECEIVED);
        connections = counters.apply(CONNECTIONS);
    }

    static List<MeasureDefinition> measures() {
        return List.of(
                MeasureDefinition.counter(SENT, "messages", "Messages that were sent."),
                MeasureDefinition.counter(RECEIVED, "messages", "Messages that were received."),
                MeasureDefinition.counter(CONNECTIONS, "connections", "Connections that were opened."));
    }

    static MethodDescriptor<byte[], byte[]> method(String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.newBuilder(BYTES, BYTES)
                .setFullMethodName(name)
                .setType(type)
                .build();
    }

    /** Receives the sent and received texts when a single user is tried; otherwise null. */
    @Nullable
    Consumer<String> trace() {
        return trace;
    }

    void prepare(Request newRequest) {
        request = newRequest;
    }

    private static CallOptions options(Request sentRequest) {
        return sentRequest.deadlineNanos() == 0
                ? CallOptions.DEFAULT
                : CallOptions.DEFAULT.withDeadlineAfter(sentRequest.deadlineNanos(), TimeUnit.NANOSECONDS);
    }

    Request request() {
        return Objects.requireNonNull(request, "prepare must be called first");
    }

    /** Replaces the connection, and waits until the new one is ready. */
    @Override
    public void connect() throws IOException {
        close();
        aborted = false;
        ManagedChannel newChannel = channels.get();
        channel = newChannel;
        ConnectivityState state = newChannel.getState(true);
        while (state != ConnectivityState.READY) {
            CountDownLatch changed = new CountDownLatch(1);
            newChannel.notifyWhenStateChanged(state, changed::countDown);
            try {
                boolean isLate = !changed.await(CONNECT_MILLIS, TimeUnit.MILLISECONDS);
                state = newChannel.getState(false);
                if (isLate || aborted || state == ConnectivityState.TRANSIENT_FAILURE) {
                    throw new IOException(
                            isLate ? "the connection is not ready in time" : keys.withCertificateHint(reason()));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("the connection was interrupted", e);
            }
        }
        connections.add(1);
    }

    /** The failure of a connection, which only a call reports. */
    private String reason() {
        return GrpcAnswer.describe(
                exchange(new Request("plateau.Connection/Open", List.of())).status());
    }

    /** Whether calls have to wait for a new connection. */
    boolean isLost() {
        ManagedChannel openChannel = channel;
        return openChannel == null || openChannel.getState(false) != ConnectivityState.READY;
    }

    GrpcAnswer exchange(Request sentRequest) {
        ManagedChannel openChannel = channel;
        if (openChannel == null || aborted) {
            return new GrpcAnswer(Status.CANCELLED.withDescription("aborted"), new Metadata(), 0, List.of());
        }
        ClientCall<byte[], byte[]> startedCall = openChannel.newCall(sentRequest.method(), options(sentRequest));
        Listener listener = new Listener(startedCall, sentRequest);
        startedCall.start(listener, sentRequest.metadata());
        startedCall.request(1);
        sentRequest.messages().forEach(startedCall::sendMessage);
        startedCall.halfClose();
        sent.add(sentRequest.messages().size());
        call = startedCall; // Set only now, because a cancelled call cannot be started.
        if (aborted) {
            abort();
        }
        try {
            listener.closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            startedCall.cancel("interrupted", e);
            return new GrpcAnswer(Status.CANCELLED, new Metadata(), 0, List.of());
        }
        call = null;
        received.add(listener.count);
        return listener.answer();
    }

    /** Collects an answer, on the thread of the connection; the user reads it after the latch. */
    private final class Listener extends ClientCall.Listener<byte[]> {
        private final ClientCall<byte[], byte[]> clientCall;
        private final Request sentRequest;
        private final CountDownLatch closed = new CountDownLatch(1);
        private final List<byte[]> messages = new ArrayList<>();
        private final Metadata metadata = new Metadata();
        private Status status = Status.OK;
        private int count;
        private long bytes;
        private boolean isEnded;

        Listener(ClientCall<byte[], byte[]> clientCall, Request sentRequest) {
            this.clientCall = clientCall;
            this.sentRequest = sentRequest;
        }

        @Override
        public void onHeaders(Metadata headers) {
            metadata.merge(headers);
        }

        @Override
        public void onMessage(byte[] message) {
            if (isEnded) {
                return;
            }
            count++;
            if (sentRequest.readsMessages()) {
                bytes += message.length;
                messages.add(message);
                if (bytes > parameters.maxMessageBytes()) {
                    messages.clear();
                    end(Status.RESOURCE_EXHAUSTED.withDescription(
                            "the stream has more than " + parameters.maxMessageBytes() + " bytes"));
                    return;
                }
            }
            if (count >= sentRequest.maxMessages()) {
                end(Status.OK);
            } else {
                clientCall.request(1);
            }
        }

        private void end(Status endStatus) {
            isEnded = true;
            status = endStatus;
            clientCall.cancel("enough was read", null);
        }

        @Override
        public void onClose(Status closeStatus, Metadata trailers) {
            if (!isEnded) {
                status = closeStatus;
            }
            metadata.merge(trailers);
            closed.countDown();
        }

        GrpcAnswer answer() {
            return new GrpcAnswer(status, metadata, count, messages);
        }
    }

    @Override
    public void abort() {
        aborted = true;
        ClientCall<byte[], byte[]> running = call;
        ManagedChannel openChannel = channel;
        if (running != null) {
            running.cancel("aborted", null);
        }
        if (openChannel != null) {
            openChannel.shutdownNow();
        }
    }

    /** Waits for the end of the connection, which still needs its threads. */
    @Override
    public void close() {
        ManagedChannel openChannel = channel;
        if (openChannel != null) {
            try {
                openChannel.shutdownNow().awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
