// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.client.RedisAccess.JedisSocket;
import org.plateaubench.plugin.redis.command.RedisReply;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;
import redis.clients.jedis.util.RedisInputStream;

/** The connection of a user, which also reports whether a reply was a status. One thread at a time. */
public final class JedisLink extends RedisConnection {
    /** Whole numbers up to this are exact in a double. */
    private static final double EXACT = 1L << 53;

    private boolean word;

    JedisLink(JedisSocket socket) {
        super(socket);
        ping(); // Fails while a server loads or wants a password, or if a proxy has none.
        setSoTimeout(0);
    }

    /** Jedis does not distinguish a status from a text, so the type must be read before. */
    @Override
    protected Object protocolRead(RedisInputStream in, PushConsumerChain pushes) {
        word = in.peek(Protocol.PLUS_BYTE);
        return super.protocolRead(in, pushes);
    }

    /** Sends {@code ASKING}, so that the next command is answered by a node that does not own its slot yet. */
    void announce() {
        sendCommand(Protocol.Command.ASKING);
        getOne();
    }

    /** Sends a command and waits for its reply, even an error. */
    void ask(Protocol.Command command, byte[][] arguments, RedisReply reply) {
        sendCommand(command, arguments);
        reply.begin();
        try {
            fill(reply, getOne());
        } catch (JedisDataException e) {
            fill(reply, e);
        }
    }

    private void fill(RedisReply reply, @Nullable Object answer) {
        switch (answer) {
            case Long number -> reply.integer(number);
            case List<?> several -> array(reply, several);
            case JedisDataException error -> reply.error(String.valueOf(error.getMessage()));
            case null, default -> {
                if (word) {
                    reply.status();
                } else {
                    reply.bulk(element(reply, answer));
                }
            }
        }
    }

    private static void array(RedisReply reply, List<?> several) {
        long elements = 0;
        for (Object element : several) {
            if (element instanceof KeyValue<?, ?> pair) {
                elements += 2;
                element(reply, pair.getKey());
                element(reply, pair.getValue());
            } else if (element instanceof JedisDataException error) {
                reply.error(String.valueOf(error.getMessage()));
                return;
            } else {
                elements++;
                element(reply, element);
            }
        }
        reply.array(elements);
    }

    /** Adds a text, or a null; returns its length. */
    private static long element(RedisReply reply, @Nullable Object element) {
        byte[] bytes = element instanceof byte[] text ? text : text(element).getBytes(StandardCharsets.UTF_8);
        long length = element == null ? RedisReply.ABSENT : bytes.length;
        reply.text(bytes, 0, length);
        return length;
    }

    /** Returns a number or truth value as the server wrote it; a double without a fraction has no point. */
    public static String text(@Nullable Object element) {
        return element instanceof Double number && number == Math.rint(number) && Math.abs(number) <= EXACT
                ? Long.toString(number.longValue())
                : String.valueOf(element);
    }
}
