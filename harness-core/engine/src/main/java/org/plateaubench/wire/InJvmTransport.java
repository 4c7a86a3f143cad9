// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import org.jspecify.annotations.Nullable;

/** A connection within one process: two bounded queues. */
public final class InJvmTransport {
    private final Transport<ToAgent, ToController> controllerEnd;
    private final Transport<ToController, ToAgent> agentEnd;

    public InJvmTransport(int capacity) {
        MessageQueue<ToAgent> toAgent = new MessageQueue<>(capacity);
        MessageQueue<ToController> toController = new MessageQueue<>(capacity);
        Runnable closeBoth = () -> {
            toAgent.end("The connection to the controller is closed.");
            toController.end("The connection to the agent is closed.");
        };
        controllerEnd = new End<>(toAgent, toController, closeBoth);
        agentEnd = new End<>(toController, toAgent, closeBoth);
    }

    public Transport<ToAgent, ToController> controllerEnd() {
        return controllerEnd;
    }

    public Transport<ToController, ToAgent> agentEnd() {
        return agentEnd;
    }

    private record End<S extends Message, R extends Message>(
            MessageQueue<S> out, MessageQueue<R> in, Runnable closeBoth) implements Transport<S, R> {
        @Override
        public boolean send(S message) throws PeerLostException {
            return out.offer(message);
        }

        @Override
        public @Nullable R receive(long timeoutNanos) throws PeerLostException, InterruptedException {
            return in.poll(timeoutNanos);
        }

        @Override
        public void close() {
            closeBoth.run();
        }
    }
}
