// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.h2.Driver;
import org.h2.api.ErrorCode;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.SutException;

/**
 * Asks one H2 database about itself, each time over a connection of its own, always within a limit. Immutable; any
 * thread.
 */
final class H2Client {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    /** What shapes a result; the rest of H2's settings is the default that its version stands for. */
    private static final Set<String> TOLD_SETTINGS = Set.of(
            "info.CACHE_MAX_SIZE",
            "info.VERSION",
            "property.java.runtime.version",
            "property.java.vm.name",
            "property.os.name",
            "property.os.version",
            "ANALYZE_AUTO",
            "DB_CLOSE_DELAY",
            "DEFAULT_LOCK_TIMEOUT",
            "MODE",
            "MV_STORE",
            "QUERY_CACHE_SIZE",
            "QUERY_TIMEOUT",
            "RETENTION_TIME",
            "WRITE_DELAY");

    private final String owner;
    private final String url;
    private final String user;
    private final String password;

    /** The owner is how messages call the SUT, such as {@code SUT db}. */
    H2Client(String owner, String url, String user, String password) {
        this.owner = owner;
        this.url = url;
        this.user = user;
        this.password = password;
    }

    private interface Question<T> {
        T ask(Statement statement) throws SQLException;
    }

    /** Returns when the database has answered. */
    void check() throws SutException, InterruptedException {
        within(statement -> statement.execute("SELECT 1"));
    }

    /** The settings that matter, by H2's names. */
    Map<String, String> settings() throws SutException {
        try {
            return within(H2Client::readSettings);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SutException(owner + ": reading the settings of H2 was interrupted", e);
        }
    }

    private static Map<String, String> readSettings(Statement statement) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        try (ResultSet rows =
                statement.executeQuery("SELECT SETTING_NAME, SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS")) {
            while (rows.next()) {
                if (TOLD_SETTINGS.contains(rows.getString(1))) {
                    settings.put(rows.getString(1), String.valueOf(rows.getString(2)));
                }
            }
        }
        return settings;
    }

    private <T> T within(Question<T> question) throws SutException, InterruptedException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        // H2 waits without limit for a server that accepts and then says nothing; interrupting a virtual thread
        // closes the socket that it reads from.
        Thread asker = Thread.ofVirtual().name("h2 " + owner).start(() -> ask(question, answer));
        try {
            return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SutException(
                    owner + ": H2 at " + place() + " did not answer within " + LIMIT.toSeconds()
                            + " s; check that an H2 server runs there and is not overloaded.",
                    e);
        } catch (ExecutionException e) {
            throw new SutException(owner + ": " + sentence(e.getCause()), e);
        } finally {
            asker.interrupt();
        }
    }

    private <T> void ask(Question<T> question, CompletableFuture<T> answer) {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        // The driver itself: DriverManager does not show it to a class loader that is not its own.
        try (Connection connection = new Driver().connect(url, login);
                Statement statement = connection.createStatement()) {
            answer.complete(question.ask(statement));
        } catch (SQLException | RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    private String sentence(@Nullable Throwable failure) {
        if (!(failure instanceof SQLException said)) {
            return "H2 at " + place() + " could not be asked: " + failure;
        }
        return switch (said.getErrorCode()) {
            case ErrorCode.WRONG_USER_OR_PASSWORD ->
                "H2 at " + place() + " refused user '" + user + "' with the password given; correct user or password.";
            case ErrorCode.CONNECTION_BROKEN_1 ->
                "no H2 server answers at " + place() + "; start it or correct the url (" + said.getMessage() + ").";
            case ErrorCode.DATABASE_NOT_FOUND_WITH_IF_EXISTS_1, ErrorCode.REMOTE_DATABASE_NOT_FOUND_1 ->
                "the H2 server at " + place() + " has no such database; create it or correct the url.";
            default -> "H2 at " + place() + " answered with an error: " + said.getMessage();
        };
    }

    /** The address without settings. */
    String place() {
        return url.split(";", 2)[0];
    }
}
