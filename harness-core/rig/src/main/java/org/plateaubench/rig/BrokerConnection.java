// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import io.nats.client.AuthHandler;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Dispatcher;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

/** A connection to a broker, which comes back by itself. Any thread. */
final class BrokerConnection implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);
    private static final Duration RECONNECT_WAIT = Duration.ofMillis(500);
    private static final Duration NEXT_TRY = Duration.ofMillis(500);
    /** A broker that reads its configuration again, since a user was added, refuses everybody for a while, longer on a busy host. */
    private static final Duration RELOADING = Duration.ofSeconds(3);

    private static final Duration PING_INTERVAL = Duration.ofSeconds(5);

    private final Connection connection;
    private final Dispatcher dispatcher;

    private BrokerConnection(Connection connection) {
        this.connection = connection;
        // A thread for each agent would be ten thousand.
        dispatcher = connection.createDispatcher();
    }

    /** What happens on a connection; called on threads of the client. */
    interface Watcher {
        /** For a connection whose interruptions change nothing. */
        Watcher NONE = new Watcher() {
            @Override
            public void isBack() {}

            @Override
            public void isAway() {}

            @Override
            public void isRefused(String sentence) {}

            @Override
            public void isOver(String sentence) {}
        };

        /** The connection is there again. */
        void isBack();

        /** The connection is interrupted. */
        void isAway();

        /** The broker refuses something; a sentence. */
        void isRefused(String sentence);

        /** The connection has ended for good, since the broker admits the user no more; a sentence. */
        void isOver(String sentence);
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
        Heard heard = new Heard(user, watcher);
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
                .connectionListener((connection, event) -> heard.heed(event))
                .errorListener(heard)
                .build();
        try {
            return new BrokerConnection(connected(options));
        } catch (IOException e) {
            throw new IOException(
                    "The broker " + user.url() + " cannot be reached as " + user.name() + ": " + e.getMessage() + ".",
                    e);
        }
    }

    /** A refused try may last longer than a broker takes to read its configuration, so there is always another one. */
    private static Connection connected(Options options) throws IOException, InterruptedException {
        NanoClock clock = SystemClock.instance();
        long deadline = clock.nanoTime() + RELOADING.toNanos();
        while (clock.nanoTime() < deadline) {
            try {
                return Nats.connect(options);
            } catch (AuthenticationException e) {
                TimeUnit.NANOSECONDS.sleep(NEXT_TRY.toNanos());
            }
        }
        return Nats.connect(options);
    }

    /** What the client library tells, on threads of its own. */
    private static final class Heard implements ErrorListener {
        private static final String STRANGER = "authorization violation";

        private final Credentials user;
        private final Watcher watcher;
        /** When the first of the refusals was that no connection has come between; null for none. */
        private final AtomicReference<@Nullable Long> refusedSince = new AtomicReference<>();

        private Heard(Credentials user, Watcher watcher) {
            this.user = user;
            this.watcher = watcher;
        }

        private void heed(ConnectionListener.Events event) {
            switch (event) {
                case CONNECTED -> refusedSince.set(null);
                case RECONNECTED, RESUBSCRIBED -> {
                    refusedSince.set(null);
                    watcher.isBack();
                }
                case DISCONNECTED -> watcher.isAway();
                case CLOSED -> isOver();
                default -> {
                    // Everything else is reported otherwise.
                }
            }
        }

        private void isOver() {
            watcher.isOver("The broker " + user.url() + " admits " + user.name()
                    + " no more: its credentials were withdrawn, or replaced by others.");
        }

        @Override
        public void errorOccurred(Connection connection, String error) {
            watcher.isRefused("The broker " + user.url() + " refuses " + user.name() + ": " + error + ".");
            if (error.toLowerCase(Locale.ROOT).contains(STRANGER)) {
                long now = SystemClock.instance().nanoTime();
                Long since = refusedSince.compareAndExchange(null, now);
                if (since != null && now - since > RELOADING.toNanos()) {
                    // The client library tries for most of a minute before it gives up.
                    isOver();
                }
            }
        }
    }

    /**
     * Receives the messages of a subject, on the one thread of the connection for all subjects.
     *
     * @return ends it
     */
    Runnable subscribe(String subject, Arriving arriving) {
        Subscription subscription =
                dispatcher.subscribe(subject, message -> arriving.arrived(message.getSubject(), message.getData()));
        return () -> {
            if (subscription.isActive() && connection.getStatus() != Connection.Status.CLOSED) {
                dispatcher.unsubscribe(subscription);
            }
        };
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
