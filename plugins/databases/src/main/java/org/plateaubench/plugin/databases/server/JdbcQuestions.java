// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.SutException;

/** Questions to one database, each over a connection of its own and within 5 s. Immutable; any thread. */
public final class JdbcQuestions {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final String owner;
    private final String product;
    private final String place;
    private final Login login;
    private final Function<SQLException, String> sentence;

    /**
     * How to get in. The driver itself is named, since {@code DriverManager} does not show it to a class loader that is
     * not its own.
     */
    public record Login(Driver driver, String url, String user, String password) {
        /** Leaves out the password, and the address, which may hold one. */
        @Override
        public String toString() {
            return "Login[user=" + user + "]";
        }
    }

    /**
     * A question.
     *
     * @param <T> what the answer is
     */
    @FunctionalInterface
    public interface Question<T> {
        /** Asks. The statement is closed afterwards. */
        T ask(Statement statement) throws SQLException;
    }

    /**
     * Questions.
     *
     * @param owner how messages call the SUT, such as {@code SUT db}
     * @param product such as {@code PostgreSQL}
     * @param place the address without settings, for messages
     * @param sentence says what an error of this database means
     */
    public JdbcQuestions(
            String owner, String product, String place, Login login, Function<SQLException, String> sentence) {
        this.owner = owner;
        this.product = product;
        this.place = place;
        this.login = login;
        this.sentence = sentence;
    }

    /**
     * A driver that the plugin brings along, by the name of its class: for one that cannot be compiled against, since
     * its annotations are not shipped.
     */
    public static Driver driver(String className) {
        return ServiceLoader.load(Driver.class, JdbcQuestions.class.getClassLoader()).stream()
                .filter(provider -> provider.type().getName().equals(className))
                .findFirst()
                .map(ServiceLoader.Provider::get)
                .orElseThrow(() -> new IllegalStateException("the plugin was packed without " + className));
    }

    /** Asks within the limit. */
    public <T> T ask(Question<T> question) throws SutException, InterruptedException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        // A driver may wait without limit for a server that accepts and then says nothing; interrupting a virtual
        // thread closes the socket that it reads from.
        Thread asker = Thread.ofVirtual().name(product + " " + owner).start(() -> ask(question, answer));
        try {
            return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SutException(
                    owner + ": " + product + " at " + place + " did not answer within " + LIMIT.toSeconds()
                            + " s; check that " + article() + " " + product
                            + " server runs there and is not overloaded.",
                    e);
        } catch (ExecutionException e) {
            throw new SutException(owner + ": " + explained(e.getCause()), e);
        } finally {
            asker.interrupt();
        }
    }

    /** Asks where an interruption cannot be passed on. */
    public <T> T askUninterrupted(Question<T> question) throws SutException {
        try {
            return ask(question);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SutException(owner + ": asking " + product + " was interrupted", e);
        }
    }

    private String article() {
        return product.startsWith("H") ? "an" : "a";
    }

    private <T> void ask(Question<T> question, CompletableFuture<T> answer) {
        Properties properties = new Properties();
        properties.setProperty("user", login.user());
        properties.setProperty("password", login.password());
        try (Connection connection = login.driver().connect(login.url(), properties)) {
            if (connection == null) {
                throw new SQLException("the driver does not take this address");
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
                ? sentence.apply(said)
                : product + " at " + place + " could not be asked: " + failure;
    }
}
