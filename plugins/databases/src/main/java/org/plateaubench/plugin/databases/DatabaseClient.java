// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.database.Connections;
import org.plateaubench.spi.SutException;

/** Queries one database about itself, each time over a new connection and within 5 s. Immutable; any thread. */
public final class DatabaseClient {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Product product;
    private final String owner;
    private final SutAddress address;

    /** Creates a client. The SUT is named as in the run file. */
    public DatabaseClient(
            Product product, String sut, String url, String user, String password, ClientCertificate certificate) {
        this.product = product;
        this.owner = "SUT " + sut;
        Map<String, String> properties =
                new TreeMap<>(Map.of("url", Connections.driverUrl(url), "user", user, "password", password));
        if (certificate.isGiven()) {
            properties.putAll(certificate.properties());
        }
        address = new SutAddress(sut, product.service(), properties);
    }

    /**
     * A query.
     *
     * @param <T> type of the answer
     */
    @FunctionalInterface
    public interface Question<T> {
        /** Runs the query. The statement is closed afterwards. */
        T ask(Statement statement) throws SQLException;
    }

    /** Returns when the database has answered. */
    public void check() throws SutException, InterruptedException {
        ask(statement -> statement.execute("SELECT 1"));
    }

    /** Returns the version and the settings that affect a result, by the database's own names. */
    public Map<String, String> settings() throws SutException {
        try {
            return ask(this::readSettings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SutException(owner + ": asking " + product.title() + " was interrupted", e);
        }
    }

    private Map<String, String> readSettings(Statement statement) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery(product.settingsQuery())) {
            while (rows.next()) {
                if (product.reportedSettings().contains(rows.getString(1))) {
                    settings.put(rows.getString(1), String.valueOf(rows.getString(2)));
                }
            }
        }
        return settings;
    }

    /** Returns the properties that a workload needs to connect. */
    public Map<String, String> properties() {
        return address.properties();
    }

    /** Returns the address without its settings, since one may be a secret. */
    public String place() {
        return address.property("url").split("[?;]", 2)[0];
    }

    /** Runs a query within the time limit. */
    public <T> T ask(Question<T> question) throws SutException, InterruptedException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        // A driver may wait without limit for a server that accepts and never answers; interrupting a virtual thread
        // closes the socket that it reads from.
        Thread asker = Thread.ofVirtual().name(product.service() + " " + owner).start(() -> ask(question, answer));
        try {
            return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SutException(
                    owner + ": " + product.title() + " at " + place() + " did not answer within " + LIMIT.toSeconds()
                            + " s; check that " + (product.title().startsWith("H") ? "an " : "a ") + product.title()
                            + " server runs there and is not overloaded.",
                    e);
        } catch (ExecutionException e) {
            throw new SutException(owner + ": " + explained(e.getCause()), e);
        } finally {
            asker.interrupt();
        }
    }

    private <T> void ask(Question<T> question, CompletableFuture<T> answer) {
        try (Connection connection = product.driver().connect(address.property("url"), Connections.login(address))) {
            if (connection == null) {
                throw new SQLException("the driver does not accept this address");
            }
            try (Statement statement = connection.createStatement()) {
                answer.complete(question.ask(statement));
            }
        } catch (SQLException | RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    private String explained(@Nullable Throwable failure) {
        return failure instanceof SQLException said
                ? product.explanation(said, place(), address.property("user"))
                : product.title() + " at " + place() + " could not be queried: " + failure;
    }
}
