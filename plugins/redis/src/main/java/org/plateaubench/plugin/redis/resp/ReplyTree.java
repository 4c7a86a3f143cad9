// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.resp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts a reply to objects, for the few whose content is needed: numbers as {@code Long}, texts as {@code byte[]},
 * aggregates as {@code List}, nested errors as their text, nulls as null. {@link ReplyReader} must have found the reply
 * complete and valid.
 */
public final class ReplyTree {
    private final byte[] bytes;
    private int at;

    private ReplyTree(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    /**
     * Converts a reply.
     *
     * @param from index of its beginning in the array
     */
    public static @Nullable Object read(byte[] array, int from) {
        return new ReplyTree(array, from).next();
    }

    private @Nullable Object next() {
        byte sign = bytes[at];
        at++;
        String line = line();
        return switch (sign) {
            case ':' -> Long.valueOf(line);
            case '$', '=', '!' -> text(Integer.parseInt(line));
            case '*', '~', '>' -> list(Integer.parseInt(line));
            case '%' -> list(2 * Integer.parseInt(line));
            case '|' -> {
                list(2 * Integer.parseInt(line));
                yield next();
            }
            case '_' -> null;
            default -> line.getBytes(StandardCharsets.UTF_8);
        };
    }

    private String line() {
        int from = at;
        while (bytes[at] != '\r') {
            at++;
        }
        String line = new String(bytes, from, at - from, StandardCharsets.UTF_8);
        at += 2;
        return line;
    }

    private byte @Nullable [] text(int length) {
        if (length < 0) {
            return null;
        }
        int from = at;
        at += length + 2;
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    private @Nullable List<@Nullable Object> list(int count) {
        if (count < 0) {
            return null;
        }
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(next());
        }
        return list;
    }
}
