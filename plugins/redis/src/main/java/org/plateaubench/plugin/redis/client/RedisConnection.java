// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.client.RedisAccess.JedisSocket;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.SafeEncoder;

/**
 * An authenticated Jedis connection. It is used for queries that are not part of the load, with protocol 2, which every
 * version and proxy supports; a subclass sends the load. Used by one thread at a time; {@link #close} from any thread.
 */
public class RedisConnection extends Connection {
    public static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final JedisSocket socket;
    private boolean hasAnswered;

    RedisConnection(JedisSocket socket) {
        super(socket);
        this.socket = socket;
    }

    public static RedisConnection open(RedisAddress address, InetSocketAddress endpoint) throws IOException {
        return open(address, endpoint, TIMEOUT);
    }

    public static RedisConnection open(RedisAddress address, InetSocketAddress endpoint, Duration limit)
            throws IOException {
        return openOn(new JedisSocket(endpoint, new RedisAccess(address, 2, limit)), RedisConnection::new);
    }

    @FunctionalInterface
    public interface Work<E extends Exception> {
        void run(InetSocketAddress server, RedisConnection connection) throws IOException, E;
    }

    public static <E extends Exception> void forEach(
            RedisAddress address, List<InetSocketAddress> servers, Work<E> work) throws IOException, E {
        for (InetSocketAddress server : servers) {
            try (RedisConnection connection = open(address, server)) {
                work.run(server, connection);
            }
        }
    }

    JedisSocket socket() {
        return socket;
    }

    /** Opens a connection and sends the greeting; closes the socket if that fails. A refusal has the server's text. */
    static <T extends RedisConnection> T openOn(JedisSocket socket, Function<JedisSocket, T> connection)
            throws IOException {
        T opened = connection.apply(socket);
        try {
            for (List<String> command : socket.access.greeting) {
                opened.executeRaw(command.getFirst(), command.stream().skip(1).toArray(String[]::new));
            }
            return opened;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Returns an error without the command's arguments, which a server may repeat: one may be the password. */
    static String withoutArguments(String error) {
        return error.split(", with args beginning with", 2)[0];
    }

    /** Returns the text of the server or of the socket; Jedis often has none itself. */
    static String reason(JedisException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return Stream.of(cause, failure)
                .map(Throwable::getMessage)
                .filter(text -> text != null && !text.isBlank())
                .findFirst()
                .orElse(Objects.toString(cause));
    }

    /**
     * Executes a command and returns the reply: text for a status or bytes, a {@link Long}, a list of these, or null.
     * An error of the server is thrown, with its text as message.
     */
    public @Nullable Object execute(String command, String... arguments) throws IOException {
        return decode(executeRaw(command, arguments));
    }

    /** Executes a command like {@link #execute}, but returns texts as arrays of bytes. */
    public @Nullable Object executeRaw(String command, String... arguments) throws IOException {
        send(command, Stream.of(arguments).map(SafeEncoder::encode).toArray(byte[][]::new));
        return awaitReplies(1).getFirst();
    }

    /** Sends a command without waiting; {@link #awaitReplies} must follow before any other call. */
    public void send(String command, byte[]... arguments) throws IOException {
        try {
            sendCommand(() -> SafeEncoder.encode(command), arguments);
        } catch (JedisException e) {
            throw failure(e);
        }
    }

    private IOException failure(JedisException e) {
        if (e instanceof JedisDataException) {
            return new IOException(withoutArguments(reason(e))); // The cause may hold the password too.
        }
        // A server that demands a certificate may refuse only the first command.
        return new IOException(hasAnswered ? reason(e) : socket.access.keys.withCertificateHint(reason(e)), e);
    }

    /** Waits for the replies to the commands sent last, as {@link #executeRaw} returns them; throws an error reply. */
    public List<@Nullable Object> awaitReplies(int count) throws IOException {
        try {
            List<@Nullable Object> answers = getMany(count);
            for (Object answer : answers) {
                if (answer instanceof JedisException e) {
                    throw e;
                }
            }
            hasAnswered = true;
            return answers;
        } catch (JedisException e) {
            throw failure(e);
        }
    }

    /** Queries a text; empty for null. */
    public String text(String command, String... arguments) throws IOException {
        return Objects.toString(execute(command, arguments), "");
    }

    /** Queries a list of alternating names and values. */
    public Map<String, String> pairs(String command, String... arguments) throws IOException {
        Map<String, String> pairs = new LinkedHashMap<>();
        if (execute(command, arguments) instanceof List<?> all) {
            for (int i = 0; i + 1 < all.size(); i += 2) {
                pairs.put(String.valueOf(all.get(i)), String.valueOf(all.get(i + 1)));
            }
        }
        return pairs;
    }

    /** Returns the lines with a value of a section of {@code INFO}, or of {@code everything}. */
    public Map<String, String> info(String section) throws IOException {
        return fields(text("INFO", section));
    }

    public static Map<String, String> fields(String lines) {
        Map<String, String> fields = new LinkedHashMap<>();
        lines.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0 && line.charAt(0) != '#') {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        });
        return fields;
    }

    private static @Nullable Object decode(@Nullable Object raw) {
        return switch (raw) {
            case byte[] bytes -> SafeEncoder.encode(bytes);
            case Collection<?> several ->
                several.stream().map(RedisConnection::decode).toList();
            case null -> null;
            default -> raw;
        };
    }

    /** Closes the connection, even while a query waits for its answer. */
    @Override
    public void close() {
        socket.close();
    }
}
