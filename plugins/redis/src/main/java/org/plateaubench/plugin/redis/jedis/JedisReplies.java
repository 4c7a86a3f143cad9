// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.RedisReply;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.KeyValue;

/**
 * Converts Jedis's reply objects. Jedis does not distinguish a status from a text, so the type must be read before.
 * Stateless, any thread.
 */
final class JedisReplies {
    /** Whole numbers up to this are exact in a double. */
    private static final double EXACT = 1L << 53;

    private JedisReplies() {}

    /**
     * Fills a reply.
     *
     * @param answer object that Jedis returned or threw
     * @param word whether a text is a status such as {@code OK}
     */
    static void fill(RedisReply reply, @Nullable Object answer, boolean word) {
        reply.begin();
        switch (answer) {
            case byte[] bytes -> {
                if (word) {
                    reply.status();
                } else {
                    bulk(reply, bytes);
                }
            }
            case null -> {
                reply.element(RedisReply.ABSENT);
                reply.bulk(RedisReply.ABSENT);
            }
            case Long number -> reply.integer(number);
            case List<?> several -> array(reply, several);
            case JedisDataException error -> reply.error(String.valueOf(error.getMessage()));
            default -> bulk(reply, written(answer));
        }
    }

    private static void bulk(RedisReply reply, byte[] bytes) {
        text(reply, bytes);
        reply.bulk(bytes.length);
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

    private static void element(RedisReply reply, @Nullable Object element) {
        if (element == null) {
            reply.element(RedisReply.ABSENT);
        } else {
            text(reply, element instanceof byte[] bytes ? bytes : written(element));
        }
    }

    private static void text(RedisReply reply, byte[] bytes) {
        reply.element(bytes.length);
        if (reply.keepsBytes()) {
            reply.take(bytes, 0, bytes.length);
        }
    }

    /** Returns the text as the server wrote it; a double without a fraction has no point. */
    private static byte[] written(Object element) {
        boolean whole = element instanceof Double number && number == Math.rint(number) && Math.abs(number) <= EXACT;
        String text = whole ? Long.toString(((Double) element).longValue()) : String.valueOf(element);
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
