// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisReply.Kind;

/**
 * Parses replies of the protocol, versions 2 and 3, in place, and fills a {@link RedisReply}. An incomplete reply is
 * continued at its end, so that each byte is read once. Types of version 3 that no command of the workload gets, such
 * as pushed messages, are refused. Hostile input is bounded in line length and reply length. Not thread-safe.
 */
public final class ReplyReader {
    /** Longest reply in bytes; a longer one closes the connection. */
    public static final int MAX_BYTES = 512 * 1024 * 1024;

    private static final int MAX_LINE_BYTES = 64 * 1024;
    private static final int MAX_DIGITS = 19;
    private static final int INCOMPLETE = -1;

    /** Number of elements that remain to be read, including those of nested aggregates; 0 between replies. */
    private long remaining;

    private boolean isAggregate;
    private long elements;
    private int scanned;
    /** Number in the last line. */
    private long number;

    /**
     * Parses the next reply, and returns whether it was complete; then the position of the buffer is at its end. Until
     * then, calls pass the same reply object, and the same bytes followed by more.
     */
    public boolean read(ByteBuffer in, RedisReply reply) throws ProtocolException {
        byte[] bytes = in.array();
        int offset = in.arrayOffset();
        int base = offset + in.position();
        int end = offset + in.limit();
        if (remaining == 0) {
            remaining = 1;
            reply.begin();
        }
        int at = base + scanned;
        while (at < end) {
            int next = element(bytes, at, end, reply);
            if (next == INCOMPLETE) {
                break;
            }
            at = next;
            remaining--;
            if (remaining == 0) {
                in.position(at - offset);
                if (isAggregate) {
                    reply.end(Kind.ARRAY, elements);
                }
                reset();
                return true;
            }
        }
        scanned = at - base;
        if (end - base > MAX_BYTES) {
            throw new ProtocolException("a reply of more than " + MAX_BYTES + " bytes");
        }
        return false;
    }

    public void reset() {
        remaining = 0;
        isAggregate = false;
        scanned = 0;
    }

    /** Parses one element, or the header of an aggregate; returns its end. */
    private int element(byte[] bytes, int at, int end, RedisReply reply) throws ProtocolException {
        byte sign = bytes[at];
        return switch (sign) {
            case '$', ':', '*', '%' -> numbered(sign, bytes, at + 1, end, reply);
            case '+', '-', ',', '_' -> line(sign, bytes, at + 1, end, reply);
            default -> throw new ProtocolException("a reply begins with byte " + (sign & 0xff));
        };
    }

    /** Parses a number, a text preceded by its length, or the header of an aggregate. */
    private int numbered(byte sign, byte[] bytes, int at, int end, RedisReply reply) throws ProtocolException {
        int from = numberLine(bytes, at, end);
        if (from == INCOMPLETE) {
            return INCOMPLETE;
        }
        if (sign == ':') {
            end(reply, Kind.INTEGER, number);
        } else if (number == RedisReply.ABSENT && sign != '%') {
            text(bytes, from, number, reply);
        } else if (number < 0 || number > (sign == '$' ? MAX_BYTES : Integer.MAX_VALUE)) {
            throw new ProtocolException("a text or list of length " + number);
        } else if (sign == '$') {
            return bulk(bytes, from, end, reply);
        } else {
            beginAggregate(sign == '%' ? 2 * number : number);
        }
        return from;
    }

    private int bulk(byte[] bytes, int from, int end, RedisReply reply) throws ProtocolException {
        int length = (int) number;
        if (end - from < length + 2) {
            return INCOMPLETE;
        }
        int next = from + length + 2;
        if (bytes[next - 2] != '\r' || bytes[next - 1] != '\n') {
            throw new ProtocolException("a text does not have its declared length");
        }
        text(bytes, from, length, reply);
        return next;
    }

    private int line(byte sign, byte[] bytes, int from, int end, RedisReply reply) throws ProtocolException {
        int next = lineEnd(bytes, from, end);
        if (next == INCOMPLETE) {
            return INCOMPLETE;
        }
        int length = next - 2 - from;
        if (sign == ',' || sign == '_') {
            text(bytes, from, sign == ',' ? length : RedisReply.ABSENT, reply);
            return next;
        }
        if (sign == '-' && !isAggregate) {
            reply.error(new String(bytes, from, length, StandardCharsets.UTF_8));
        } else {
            end(reply, Kind.STATUS, 0);
        }
        return next;
    }

    /** Adds a text, or a null. */
    private void text(byte[] bytes, int from, long length, RedisReply reply) {
        reply.text(bytes, from, length);
        end(reply, Kind.BULK, length);
    }

    private void end(RedisReply reply, Kind kind, long value) {
        if (!isAggregate) {
            reply.end(kind, value);
        }
    }

    private void beginAggregate(long count) {
        if (!isAggregate) {
            isAggregate = true;
            elements = count;
        }
        remaining += count;
    }

    /** Returns the beginning of the next line. */
    private static int lineEnd(byte[] bytes, int from, int end) throws ProtocolException {
        int limit = Math.min(end, from + MAX_LINE_BYTES);
        for (int i = from; i < limit; i++) {
            if (bytes[i] == '\r') {
                return lineFeed(bytes, i + 1, end);
            }
        }
        if (limit < end) {
            throw new ProtocolException("a line of more than " + MAX_LINE_BYTES + " bytes");
        }
        return INCOMPLETE;
    }

    private static int lineFeed(byte[] bytes, int at, int end) throws ProtocolException {
        if (at == end) {
            return INCOMPLETE;
        }
        if (bytes[at] != '\n') {
            throw new ProtocolException("a line that does not end with CR LF");
        }
        return at + 1;
    }

    /** Parses a line with a number; returns the beginning of the next line. */
    private int numberLine(byte[] bytes, int from, int end) throws ProtocolException {
        boolean negative = from < end && bytes[from] == '-';
        int first = negative ? from + 1 : from;
        int at = first;
        long value = 0;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            value = 10 * value + bytes[at] - '0';
            at++;
        }
        // The least number has no positive counterpart: it is negative before its sign is applied.
        boolean tooLarge = value < 0 && !(negative && value == Long.MIN_VALUE);
        if (at - first > MAX_DIGITS || tooLarge) {
            throw new ProtocolException("a number of more than 64 bits");
        }
        if (at == end) {
            return INCOMPLETE;
        }
        if (at == first || bytes[at] != '\r') {
            throw new ProtocolException("byte " + (bytes[at] & 0xff) + " in a number");
        }
        number = negative ? -value : value;
        return lineFeed(bytes, at + 1, end);
    }
}
