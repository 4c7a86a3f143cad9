// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.Socket;
import java.security.PrivateKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;

/** Opens, closes and drops connections to databases, without ever blocking the caller forever. Thread-safe. */
public final class Connections {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    /** An address all of whose hosts are this one. */
    private static final Pattern LOOPBACK = Pattern.compile(
            "jdbc:mariadb:[^/]*//(?:(?:localhost|127\\.[0-9.]+|\\[::1])(?::[0-9]+)?,?)+(?:[/?].*)?",
            Pattern.CASE_INSENSITIVE);

    private Connections() {}

    /**
     * The JDBC URL in the form that its driver accepts. MariaDB's driver refuses MySQL's scheme, and requires TLS with
     * a certificate that it can verify, which a server on loopback rarely has: such a URL gets {@code sslMode=disable},
     * unless it sets {@code sslMode} itself.
     */
    public static String driverUrl(String url) {
        String driverUrl = url.replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
        return !LOOPBACK.matcher(driverUrl).matches() || driverUrl.contains("sslMode=")
                ? driverUrl
                : driverUrl + (driverUrl.contains("?") ? "&" : "?") + "sslMode=disable";
    }

    /** Returns the settings by which a driver signs in to a SUT: user, password and client certificate. */
    public static Properties login(SutAddress sut) {
        Properties login = new Properties();
        sut.properties().forEach((key, value) -> {
            if (key.equals("user") || key.equals("password")) {
                login.setProperty(key, value);
            }
        });
        ClientCertificate certificate = ClientCertificate.of(sut);
        if (certificate.isGiven()) {
            String file = certificate.clientCertificate();
            if (sut.property("url").startsWith("jdbc:postgresql:")) {
                login.setProperty("sslcert", file);
                login.setProperty("sslkey", certificate.clientKey().isEmpty() ? file : certificate.clientKey());
                login.setProperty("sslpassword", certificate.passphrase());
                PrivateKey key = Objects.requireNonNull(certificate.keys().getPrivateKey(""));
                login.setProperty("pemKeyAlgorithm", key.getAlgorithm());
            } else {
                login.setProperty("keyStore", file);
                login.setProperty("keyStorePassword", certificate.passphrase());
            }
        }
        return login;
    }

    @FunctionalInterface
    public interface Opening {
        Connection open() throws SQLException;
    }

    /** Opens on a virtual thread: an interrupt closes its socket, which cancels an attempt with every driver. */
    public static final class Attempt {
        private final CompletableFuture<Connection> result = new CompletableFuture<>();
        private final Thread thread;

        public Attempt(Opening opening) {
            thread = Thread.ofVirtual().name("database-connect").start(() -> connect(opening));
        }

        private void connect(Opening opening) {
            try {
                Connection connection = opening.open();
                if (!result.complete(connection)) {
                    drop(connection);
                }
            } catch (SQLException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        }

        /** Waits for the connection, at most ten seconds. */
        public Connection await() throws SQLException, InterruptedException {
            try {
                return result.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                cancel();
                throw new SQLTimeoutException("no connection within " + TIMEOUT.toSeconds() + " s", "08001", e);
            } catch (CancellationException e) {
                throw new SQLException("connecting was cancelled", "08001", e);
            } catch (InterruptedException e) {
                cancel();
                throw e;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof SQLException sql) {
                    throw sql;
                }
                throw new SQLException("no connection: " + e.getCause(), "08001", e);
            }
        }

        /** Cancels the attempt; {@link #await} fails soon. */
        public void cancel() {
            if (result.cancel(false)) {
                thread.interrupt();
            }
        }
    }

    /** Closes a connection; one that does not close within two seconds is dropped. */
    public static void close(Connection connection) throws InterruptedException {
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        Thread.ofVirtual().name("database-close").start(() -> {
            try {
                connection.close();
                closed.complete(true);
            } catch (SQLException | RuntimeException e) {
                closed.complete(false);
            }
        });
        try {
            if (!closed.get(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                drop(connection);
            }
        } catch (TimeoutException | ExecutionException e) {
            drop(connection);
        } catch (InterruptedException e) {
            drop(connection);
            throw e;
        }
    }

    /** Closes a connection immediately, even while a thread uses it, whose call fails soon. Never waits for the server. */
    public static void drop(Connection connection) {
        String driver = connection.getClass().getName();
        try {
            if (driver.startsWith("org.h2.")) {
                dropH2(connection);
            } else if (driver.startsWith("org.mariadb.")) {
                dropMaria(connection);
            } else {
                connection.abort(Runnable::run);
            }
        } catch (SQLException | ReflectiveOperationException | IOException e) {
            throw new IllegalStateException("the connection cannot be dropped", e);
        }
    }

    /**
     * Closes the socket under a connection to H2. The driver's own {@code abort} does nothing and its {@code close} waits
     * for the server, so the socket is taken from its session. A closed connection has no session, and a connection to
     * this process no socket; both are left unchanged.
     */
    private static void dropH2(Connection connection) throws ReflectiveOperationException, IOException {
        try {
            Object session = connection.getClass().getMethod("getSession").invoke(connection);
            if (session == null) {
                return;
            }
            Field transfers = session.getClass().getDeclaredField("transferList");
            transfers.setAccessible(true);
            if (transfers.get(session) instanceof List<?> list) {
                for (Object transfer : list.toArray()) {
                    Socket socket =
                            (Socket) transfer.getClass().getMethod("getSocket").invoke(transfer);
                    socket.close();
                }
            }
        } catch (NoSuchFieldException inProcess) {
            // A session of this process has no socket.
        }
    }

    /** MariaDB's own {@code abort} opens a second connection, and would wait for a server that does not answer. */
    private static void dropMaria(Connection connection) throws ReflectiveOperationException, IOException {
        Object client = connection.getClass().getMethod("getClient").invoke(connection);
        Field field = socketField(client.getClass());
        if (field == null) {
            // A client of several hosts hides its socket.
            Thread.ofVirtual().name("database-abort").start(() -> abort(connection));
        } else if (field.get(client) instanceof Closeable socket) {
            socket.close();
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("the connection cannot be dropped", e);
        }
    }

    private static @Nullable Field socketField(Class<?> client) {
        for (Class<?> type = client; type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals("socket")) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        return null;
    }
}
