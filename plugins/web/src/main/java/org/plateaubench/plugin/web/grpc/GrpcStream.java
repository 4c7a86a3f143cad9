// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.scenario.value.StepFailure;

/** A call that stays open between steps: its user sends and receives messages until one of both ends it. Any thread. */
final class GrpcStream extends ClientCall.Listener<byte[]> {
    /** Received messages behind which the server has to wait. */
    private static final int MAX_WAITING = 1_000;

    private final ClientCall<byte[], byte[]> call;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private final Metadata metadata = new Metadata();
    private @Nullable Status end;

    GrpcStream(ClientCall<byte[], byte[]> call, Metadata headers) {
        this.call = call;
        call.start(this, headers);
        call.request(MAX_WAITING);
    }

    @Override
    public synchronized void onHeaders(Metadata headers) {
        metadata.merge(headers);
    }

    @Override
    public synchronized void onMessage(byte[] message) {
        waiting.add(message);
        notifyAll();
    }

    @Override
    public synchronized void onClose(Status status, Metadata trailers) {
        metadata.merge(trailers);
        end = status;
        notifyAll();
    }

    synchronized void send(byte[] message) throws StepFailure {
        if (end != null) {
            throw ended(end);
        }
        call.sendMessage(message);
    }

    /** The next message, as an answer that has only this one. */
    synchronized GrpcAnswer receive(long waitNanos) throws StepFailure, InterruptedException {
        long deadline = System.nanoTime() + waitNanos;
        while (waiting.isEmpty()) {
            if (end != null) {
                throw ended(end);
            }
            wait(left(deadline, "no message in the time that the step allows"));
        }
        call.request(1);
        return new GrpcAnswer(Status.OK, metadata, 1, List.of(waiting.remove()));
    }

    /** The milliseconds until a deadline. */
    private static long left(long deadline, String otherwise) throws StepFailure {
        long nanos = deadline - System.nanoTime();
        if (nanos <= 0) {
            throw StepFailure.error(Outcome.TIMEOUT, otherwise);
        }
        return TimeUnit.NANOSECONDS.toMillis(nanos) + 1;
    }

    private static StepFailure ended(Status status) {
        return StepFailure.error(
                status.isOk() ? "stream-closed" : GrpcAnswer.errorClass(status),
                "the server has ended the stream: " + GrpcAnswer.sentence(status));
    }

    /** Sends no more messages, and waits for the status; messages that no step has received are left. */
    synchronized GrpcAnswer close(long waitNanos) throws StepFailure, InterruptedException {
        long deadline = System.nanoTime() + waitNanos;
        if (end == null) {
            call.halfClose();
        }
        try {
            while (end == null) {
                if (!waiting.isEmpty()) {
                    // The server may have more messages than it may send before they are received.
                    call.request(waiting.size());
                    waiting.clear();
                }
                wait(left(deadline, "the server has not ended the stream in the time that the step allows"));
            }
            return new GrpcAnswer(end, metadata, 0, List.of());
        } finally {
            cancel();
        }
    }

    void cancel() {
        call.cancel("closed by the user", null);
    }
}
