// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.service.JedisAccess.JedisSocket;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.SafeEncoder;

/**
 * A connection for queries to one server that are not part of the load: about itself, its cluster, its data. Uses
 * protocol 2, which every version and proxy supports. One thread at a time; {@link #close} from any thread.
 */
public final class RedisAdminConnection implements AutoCloseable {
    /** Time limit for connecting and for each answer. */
    public static final Duration LIMIT = Duration.ofSeconds(5);

    private final JedisSocket socket;
    private final Connection connection;

    private RedisAdminConnection(JedisSocket socket, Connection connection) {
        this.socket = socket;
        this.connection = connection;
    }

    /** Connects to one endpoint of a place, with the place's user, password, encryption and database. */
    public static RedisAdminConnection open(RedisAddress place, InetSocketAddress endpoint) throws IOException {
        return open(place, endpoint, LIMIT);
    }

    /** Connects with a time limit for each answer. */
    public static RedisAdminConnection open(RedisAddress place, InetSocketAddress endpoint, Duration limit)
            throws IOException {
        JedisAccess access = new JedisAccess(place, 2, limit);
        JedisSocket socket = new JedisSocket(endpoint, access);
        return new RedisAdminConnection(
                socket, JedisAccess.open(socket, () -> new Connection(socket, access.config())));
    }

    /**
     * Sends a command and waits for its answer.
     *
     * @return text for a status or bytes, a {@link Long}, a list of these, or null
     * @throws IOException also when the server answers with an error, whose text is the message
     */
    public @Nullable Object ask(String command, String... arguments) throws IOException {
        return decoded(raw(command, arguments));
    }

    /** Does the same as {@link #ask}, with texts as arrays of bytes. */
    public @Nullable Object raw(String command, String... arguments) throws IOException {
        send(command, Stream.of(arguments).map(SafeEncoder::encode).toArray(byte[][]::new));
        return awaitAnswers(1).getFirst();
    }

    /** Sends a command without waiting; {@link #awaitAnswers} must follow before any other call. */
    public void send(String command, byte[]... arguments) throws IOException {
        try {
            connection.sendCommand(() -> SafeEncoder.encode(command), arguments);
        } catch (JedisException e) {
            throw new IOException(JedisAccess.reason(e), e);
        }
    }

    /**
     * Waits for the answers to the commands sent last, and returns them as {@link #raw} does.
     *
     * @throws IOException also when one of them is an error, whose text is the message
     */
    public List<@Nullable Object> awaitAnswers(int count) throws IOException {
        try {
            List<@Nullable Object> answers = connection.getMany(count);
            for (Object answer : answers) {
                if (answer instanceof JedisException e) {
                    throw new IOException(JedisAccess.reason(e), e);
                }
            }
            return answers;
        } catch (JedisException e) {
            throw new IOException(JedisAccess.reason(e), e);
        }
    }

    /** Queries a text; empty for null. */
    public String text(String command, String... arguments) throws IOException {
        Object answer = ask(command, arguments);
        return answer == null ? "" : answer.toString();
    }

    /** Returns the lines with a value of a section of {@code INFO}, or of {@code everything}. */
    public Map<String, String> info(String section) throws IOException {
        return fields(text("INFO", section));
    }

    /** Returns the value of each name in lines {@code name:value}. */
    public static Map<String, String> fields(String lines) {
        Map<String, String> fields = new HashMap<>();
        lines.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0 && line.charAt(0) != '#') {
                fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        });
        return fields;
    }

    private static @Nullable Object decoded(@Nullable Object raw) {
        return switch (raw) {
            case byte[] bytes -> SafeEncoder.encode(bytes);
            case Collection<?> several ->
                several.stream().map(RedisAdminConnection::decoded).toList();
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
