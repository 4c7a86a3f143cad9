// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import io.nats.client.AuthHandler;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** A connection to a broker, which comes back by itself. Any thread. */
final class BrokerConnection implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration RECONNECT_WAIT = Duration.ofMillis(500);
    private static final Duration PING_INTERVAL = Duration.ofSeconds(5);

    private final Connection connection;

    private BrokerConnection(Connection connection) {
        this.connection = connection;
    }

    /** What happens on a connection; called on threads of the client. */
    interface Watcher {
        /** The connection is there again. */
        void isBack();

        /** The connection is interrupted. */
        void isAway();

        /** The broker refuses something; a sentence. */
        void isRefused(String sentence);
    }

    /** Signs the challenge of the broker. */
    private record Signer(UserKey key) implements AuthHandler {
        @Override
        public byte[] sign(byte[] nonce) {
            return key.sign(nonce);
        }

        @Override
        public char[] getID() {
            return key.id().toCharArray();
        }

        @Override
        public char[] getJWT() {
            return new char[0];
        }
    }

    /**
     * Connects.
     *
     * @throws IOException with a sentence for a person
     */
    static BrokerConnection open(Credentials user, Watcher watcher) throws IOException, InterruptedException {
        Options options = Options.builder()
                .server(user.url())
                .sslContext(user.tls())
                .authHandler(new Signer(user.key()))
                .connectionName(user.name())
                .connectionTimeout(CONNECT_LIMIT)
                .maxReconnects(-1)
                .reconnectWait(RECONNECT_WAIT)
                .pingInterval(PING_INTERVAL)
                .noEcho()
                .connectionListener((connection, event) -> heed(event, watcher))
                .errorListener(new ErrorListener() {
                    @Override
                    public void errorOccurred(Connection connection, String error) {
                        watcher.isRefused("The broker " + user.url() + " refuses " + user.name() + ": " + error + ".");
                    }
                })
                .build();
        try {
            return new BrokerConnection(Nats.connect(options));
        } catch (IOException e) {
            throw new IOException(
                    "The broker " + user.url() + " cannot be reached as " + user.name() + ": " + e.getMessage() + ".",
                    e);
        }
    }

    private static void heed(ConnectionListener.Events event, Watcher watcher) {
        switch (event) {
            case RECONNECTED, RESUBSCRIBED -> watcher.isBack();
            case DISCONNECTED -> watcher.isAway();
            default -> {
                // Everything else is reported otherwise.
            }
        }
    }

    /** Receives the messages of a subject, on one thread of the connection. */
    void subscribe(String subject, Arriving arriving) {
        connection
                .createDispatcher(message -> arriving.arrived(message.getSubject(), message.getData()))
                .subscribe(subject);
    }

    /** Receives messages. */
    @FunctionalInterface
    interface Arriving {
        /** Called for each message, one after the other. */
        void arrived(String subject, byte[] bytes);
    }

    /** Sends frames to a subject; they are lost while there is no connection. */
    Consumer<Frame> to(String subject) {
        return frame -> publish(subject, frame.bytes());
    }

    /** Sends a message, or loses it. */
    void publish(String subject, byte[] bytes) {
        if (connection.getStatus() == Connection.Status.CONNECTED) {
            try {
                connection.publish(subject, bytes);
            } catch (IllegalStateException e) {
                // The connection was interrupted just now: what is not acknowledged is sent again.
                return;
            }
        }
    }

    /** The connection of the client library. */
    Connection client() {
        return connection;
    }

    @Override
    public void close() {
        try {
            connection.flush(Duration.ofSeconds(2));
            connection.close();
        } catch (TimeoutException e) {
            closeNow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeNow() {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
