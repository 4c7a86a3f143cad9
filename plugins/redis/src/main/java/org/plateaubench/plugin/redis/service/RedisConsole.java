// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.SafeEncoder;

/**
 * A connection for questions to one server beside the load: about itself, its cluster, its data. Speaks protocol 2,
 * which every version and proxy knows. Confined to one thread at a time; {@link #close} from any.
 */
public final class RedisConsole implements AutoCloseable {
    /** How long a server may take to connect and to answer. */
    public static final Duration LIMIT = Duration.ofSeconds(5);

    private final Connection connection;

    private RedisConsole(Connection connection) {
        this.connection = connection;
    }

    /** Connects to one endpoint of a place, with the place's user, password, encryption and database. */
    public static RedisConsole open(RedisPlace place, InetSocketAddress endpoint) throws IOException {
        return open(place, endpoint, LIMIT);
    }

    /** Connects; no answer may take longer than the limit. */
    public static RedisConsole open(RedisPlace place, InetSocketAddress endpoint, Duration limit) throws IOException {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .serverDefaultProtocol() // no HELLO, which proxies and old servers do not know
                .autoNegotiateProtocol(false)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED) // Twemproxy hangs up on a command it does not know
                .timeoutMillis(Math.toIntExact(limit.toMillis()))
                .database(place.topology() == RedisPlace.Topology.SERVERS ? place.database() : 0);
        if (place.namedUser() != null) {
            config.user(place.namedUser());
        }
        if (!place.password().isEmpty()) {
            config.password(place.password());
        }
        try {
            return new RedisConsole(new Connection(() -> connected(place, endpoint, limit), config.build()));
        } catch (JedisDataException e) {
            throw new IOException(withoutArguments(reason(e))); // Nor is its cause to be told.
        } catch (JedisException e) {
            throw new IOException(reason(e), e);
        }
    }

    private static Socket connected(RedisPlace place, InetSocketAddress endpoint, Duration limit) {
        try {
            return RedisSockets.connect(place, endpoint, limit);
        } catch (IOException e) {
            throw new JedisConnectionException(e.getMessage(), e);
        }
    }

    /**
     * Asks.
     *
     * @return text for a word or bytes, a {@link Long}, a list of these, or null for nothing
     * @throws IOException also when the server answers with an error, whose words are the message
     */
    public @Nullable Object ask(String command, String... arguments) throws IOException {
        return decoded(raw(command, arguments));
    }

    /** The same, texts being arrays of bytes. */
    public @Nullable Object raw(String command, String... arguments) throws IOException {
        ProtocolCommand word = () -> SafeEncoder.encode(command);
        try {
            connection.sendCommand(word, arguments);
            return connection.getOne();
        } catch (JedisException e) {
            throw new IOException(reason(e), e);
        }
    }

    /** Asks without waiting; {@link #awaitAnswers} must follow before anything else is asked. */
    public void send(String command, byte[]... arguments) throws IOException {
        ProtocolCommand word = () -> SafeEncoder.encode(command);
        try {
            connection.sendCommand(word, arguments);
        } catch (JedisException e) {
            throw new IOException(reason(e), e);
        }
    }

    /**
     * Waits for the answers to the commands sent last.
     *
     * @throws IOException also when one of them is an error, whose words are the message
     */
    public void awaitAnswers(int count) throws IOException {
        try {
            for (Object answer : connection.getMany(count)) {
                if (answer instanceof JedisException e) {
                    throw new IOException(reason(e), e);
                }
            }
        } catch (JedisException e) {
            throw new IOException(reason(e), e);
        }
    }

    /** Asks for a text; empty when there is none. */
    public String text(String command, String... arguments) throws IOException {
        Object answer = ask(command, arguments);
        return answer == null ? "" : answer.toString();
    }

    /** What the server says of itself: the lines of {@code INFO} with a value, all sections or one. */
    public Map<String, String> info(String... section) throws IOException {
        return fields(text("INFO", section));
    }

    /** The value of each name in a text of lines {@code name:value}. */
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

    /**
     * What a server says of a command, without the command's arguments: one that does not know a command repeats them,
     * and of those that sign in one is the password.
     */
    public static String withoutArguments(String words) {
        int arguments = words.indexOf(", with args beginning with");
        return arguments < 0 ? words : words.substring(0, arguments);
    }

    private static @Nullable Object decoded(@Nullable Object raw) {
        return switch (raw) {
            case byte[] bytes -> SafeEncoder.encode(bytes);
            case Collection<?> several ->
                several.stream().map(RedisConsole::decoded).toList();
            case null -> null;
            default -> raw;
        };
    }

    /** Jedis says little itself where the reason is that of a socket. */
    private static String reason(JedisException failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        List<@Nullable String> words = Arrays.asList(cause.getMessage(), failure.getMessage());
        return words.stream()
                .filter(text -> text != null && !text.isBlank())
                .findFirst()
                .map(String::valueOf)
                .orElse(cause.toString());
    }

    /** Hangs up, also on a question that waits for its answer. */
    @Override
    public void close() throws IOException {
        connection.forceDisconnect();
    }
}
