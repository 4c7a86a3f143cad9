// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Dispatcher;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.nats.client.impl.SocketDataPort;
import io.nats.client.support.NatsJetStreamConstants;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.process.ClientKeys;

final class BrokerConnection implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration RETRY_INTERVAL = Duration.ofMillis(500);
    /** The time for which refusals are retried: a broker that reloads its configuration temporarily refuses all users. */
    private static final Duration RELOAD_DURATION = Duration.ofSeconds(5);

    private static final Duration PING_INTERVAL = Duration.ofSeconds(5);
    /** Time after which a message that the broker has not confirmed is published again. */
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(5);
    /** Thousands of requests at once are answered so late that all are repeated, which delays them further. */
    private static final int MAX_REQUESTS = 256;

    private final Credentials user;
    private final Watcher watcher;
    private final Options options;
    private final NanoClock clock = SystemClock.instance();
    private final Map<String, MessageHandler> subscribed = new ConcurrentHashMap<>();
    private final AtomicBoolean isOpening = new AtomicBoolean();
    private final Semaphore requests = new Semaphore(MAX_REQUESTS, true);
    private volatile Connection connection;
    private volatile Dispatcher dispatcher;
    private volatile boolean isClosed;
    private volatile boolean isUserRefused;

    private volatile @Nullable SSLException tlsFailure;

    private BrokerConnection(Credentials user, Watcher watcher) throws IOException, InterruptedException {
        this.user = user;
        this.watcher = watcher;
        ClientKeys keys = user.clientKeys();
        ClientListener listener = new ClientListener();
        Options.Builder builder = Options.builder()
                .server(user.url())
                .sslContext(user.tls(keys))
                .userInfo(user.name(), user.password())
                .connectionName(user.name())
                .connectionTimeout(CONNECT_TIMEOUT)
                .maxReconnects(-1)
                .reconnectWait(RETRY_INTERVAL)
                .pingInterval(PING_INTERVAL)
                .inboxPrefix(Subjects.inbox(user.name()))
                .noEcho()
                .connectionListener(listener::handle)
                .errorListener(listener);
        if (user.checksName()) {
            builder.dataPortType(NamedHost.class.getName())
                    .hostnameResolveMode(Options.HostnameResolveMode.HappyEyeballs);
        }
        options = builder.build();
        try {
            connection = connectWithRetries();
        } catch (AuthenticationException e) {
            throw e;
        } catch (IOException e) {
            String demand = keys.demand();
            if (tlsFailure == null && demand == null) {
                throw unreachable(String.valueOf(e.getMessage()), e);
            }
            String message = String.valueOf((tlsFailure == null ? e : tlsFailure).getMessage());
            throw new IOException(demand == null ? message : message + "; " + demand, e);
        }
        // Shared, because a thread for each agent could mean ten thousand threads.
        dispatcher = connection.createDispatcher();
    }

    /** A connection with TLS that checks the name of the host, which the client library does not. */
    public static final class NamedHost extends SocketDataPort {
        @Override
        public void upgradeToSecure() throws IOException {
            Connection upgraded = connection;
            SSLSocket secured = (SSLSocket)
                    upgraded.getOptions().getSslContext().getSocketFactory().createSocket(socket, host, port, true);
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secured.setSSLParameters(parameters);
            secured.setSoTimeout(Math.toIntExact(CONNECT_TIMEOUT.toMillis()));
            secured.startHandshake();
            secured.setSoTimeout(0);
            socket = secured;
            in = secured.getInputStream();
            out = secured.getOutputStream();
            isSecure = true;
        }
    }

    /** Receives the events of a connection, on threads of the client library. */
    interface Watcher {
        default void onReconnected() {}

        default void onDisconnected() {}

        default void onRefused(String sentence) {}

        /** The broker no longer admits the user, so the connection has ended; the message is one sentence. */
        default void onAccessLost(String sentence) {}
    }

    static BrokerConnection open(Credentials user, Watcher watcher) throws IOException, InterruptedException {
        try {
            BrokerConnection opened = new BrokerConnection(user, watcher);
            opened.openAgainIfClosed();
            return opened;
        } catch (IOException e) {
            String sentence =
                    "The broker " + user.url() + " cannot be reached as " + user.name() + ": " + e.getMessage() + ".";
            throw e instanceof ConnectException ? unreachable(sentence, e) : new IOException(sentence, e);
        }
    }

    /** An exception if nothing answers at the address of the broker, which may be started later. */
    private static IOException unreachable(String message, IOException cause) {
        return (IOException) new ConnectException(message).initCause(cause);
    }

    /** Connects with at least one retry, since a refused attempt may last longer than a reload of the broker. */
    private Connection connectWithRetries() throws IOException, InterruptedException {
        long deadline = clock.nanoTime() + RELOAD_DURATION.toNanos();
        while (clock.nanoTime() < deadline) {
            try {
                return connect();
            } catch (AuthenticationException e) {
                TimeUnit.NANOSECONDS.sleep(RETRY_INTERVAL.toNanos());
            }
        }
        return connect();
    }

    /** If a name has several addresses, the client library reports the failure of the last one only. */
    private Connection connect() throws IOException, InterruptedException {
        isUserRefused = false;
        try {
            Connection opened = Nats.connect(options);
            if (opened.getStatus() != Connection.Status.CLOSED) {
                return opened;
            }
        } catch (IOException e) {
            if (!isUserRefused) {
                throw e;
            }
        }
        throw isUserRefused
                ? new AuthenticationException("Authorization Violation")
                : new IOException("The connection has ended at once");
    }

    /** Connects again after a refusal, because a broker that reloads its configuration may temporarily refuse users. */
    private void openAgainIfClosed() {
        if (!isClosed && connection.getStatus() == Connection.Status.CLOSED && isOpening.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("plateau-broker").start(this::openAgain);
        }
    }

    private void openAgain() {
        try {
            boolean isConnected = false;
            while (!isConnected && !isClosed) {
                try {
                    isConnected = replaceConnection(connectWithRetries());
                } catch (AuthenticationException e) {
                    // The broker's own credentials are always valid, so this refusal is temporary.
                    if (user.role() != Role.CLOCK) {
                        throw e;
                    }
                } catch (IOException e) {
                    TimeUnit.NANOSECONDS.sleep(RETRY_INTERVAL.toNanos());
                }
            }
            isOpening.set(false);
            if (isConnected) {
                watcher.onReconnected();
                openAgainIfClosed();
            }
        } catch (AuthenticationException e) {
            if (!isClosed) {
                watcher.onAccessLost("The broker " + user.url() + " no longer admits " + user.name()
                        + ": its credentials were withdrawn, or replaced by others.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean replaceConnection(Connection opened) throws InterruptedException {
        if (isClosed) {
            opened.close();
            return false;
        }
        try {
            Dispatcher created = opened.createDispatcher();
            connection = opened;
            dispatcher = created;
            subscribed.forEach((subject, handler) -> subscribe(created, subject, handler));
            return true;
        } catch (IllegalStateException e) {
            // The broker has just closed it again.
            opened.close();
            return false;
        }
    }

    /** Reports about the current connection, on the library's threads. Failed attempts throw exceptions instead. */
    private final class ClientListener implements ErrorListener {
        private static final String USER_REFUSED = "authorization violation";

        // Identity is intended here, not equality.
        @SuppressWarnings("ReferenceEquality")
        private void handle(Connection connection, ConnectionListener.Events event) {
            if (connection != BrokerConnection.this.connection || isClosed) {
                return;
            }
            switch (event) {
                case RECONNECTED, RESUBSCRIBED -> watcher.onReconnected();
                case DISCONNECTED -> watcher.onDisconnected();
                case CLOSED -> openAgainIfClosed();
                default -> {
                    // Other events are reported in other ways.
                }
            }
        }

        @Override
        public void exceptionOccurred(Connection connection, Exception failure) {
            Throwable cause = failure instanceof ExecutionException ? failure.getCause() : failure;
            if (cause instanceof SSLException ofTls) {
                tlsFailure = ofTls;
            }
        }

        /**
         * Handles an error of the broker. A refusal of the user may be temporary; otherwise the next attempt is refused
         * too. After a refusal the client library would continue to wait for an answer until the connection timeout, so
         * the attempt is closed here; this is done on a separate thread, because closing waits for the current one.
         */
        @Override
        public void errorOccurred(Connection connection, String error) {
            if (!error.toLowerCase(Locale.ROOT).contains(USER_REFUSED)) {
                watcher.onRefused("The broker " + user.url() + " refuses " + user.name() + ": " + error + ".");
                return;
            }
            isUserRefused = true;
            if (connection.getStatus() != Connection.Status.CONNECTED) {
                Thread.ofPlatform().daemon().name("plateau-refused").start(() -> closeNow(connection));
            }
        }
    }

    /** Receives the messages of a subject, on the connection's single thread. */
    synchronized void subscribe(String subject, MessageHandler handler) {
        subscribed.put(subject, handler);
        try {
            subscribe(dispatcher, subject, handler);
        } catch (IllegalStateException e) {
            // The subject is subscribed again with the next connection.
            openAgainIfClosed();
        }
    }

    private static void subscribe(Dispatcher dispatcher, String subject, MessageHandler handler) {
        dispatcher.subscribe(
                subject, message -> handler.handle(message.getSubject(), message.getData(), message.getReplyTo()));
    }

    @FunctionalInterface
    interface MessageHandler {
        /** Called for each message, one after the other; an answer goes to {@code replyTo}. */
        void handle(String subject, byte[] bytes, @Nullable String replyTo);
    }

    byte @Nullable [] request(String subject, byte[] bytes, Duration limit) throws InterruptedException {
        requests.acquire();
        try {
            Message answer = connection.request(subject, bytes, limit);
            return answer == null ? null : answer.getData();
        } catch (IllegalStateException e) {
            // The connection is interrupted.
            return null;
        } finally {
            requests.release();
        }
    }

    /** Publishes to a stream; completes once stored. By {@code id} the broker recognises duplicates. */
    CompletableFuture<Void> store(String subject, String id, byte[] bytes) {
        Connection current = connection;
        if (current.getStatus() != Connection.Status.CONNECTED) {
            return CompletableFuture.failedFuture(new IOException("there is no connection"));
        }
        try {
            Message message = NatsMessage.builder()
                    .subject(subject)
                    .headers(new Headers().put(NatsJetStreamConstants.MSG_ID_HDR, id))
                    .data(bytes)
                    .build();
            return current.requestWithTimeout(message, STORE_TIMEOUT).thenAccept(BrokerConnection::requireStored);
        } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void requireStored(Message answer) {
        try {
            new PublishAck(answer);
        } catch (IOException | JetStreamApiException e) {
            throw new CompletionException(e);
        }
    }

    /** The broker's reason for not storing a message; empty without an answer, which is reported in another way. */
    static String reasonOfBroker(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof JetStreamApiException refused ? String.valueOf(refused.getErrorDescription()) : "";
    }

    /** Sends a message, which is lost if there is no connection. */
    void publish(String subject, byte[] bytes) {
        Connection current = connection;
        if (current.getStatus() == Connection.Status.CONNECTED) {
            try {
                current.publish(subject, bytes);
            } catch (IllegalStateException e) {
                // The connection has just been interrupted; unacknowledged messages are sent again.
                return;
            }
        }
    }

    /** The current connection of the client library. It is replaced after a temporary refusal by the broker. */
    Connection client() {
        return connection;
    }

    @Override
    public void close() {
        Connection last;
        synchronized (this) {
            isClosed = true;
            last = connection;
        }
        try {
            last.flush(Duration.ofSeconds(2));
            last.close();
        } catch (TimeoutException | IllegalStateException e) {
            closeNow(last);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeNow(Connection last) {
        try {
            last.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
