// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.RedisInputStream;

/**
 * The input that Jedis reads replies from, fed from the buffer of a non-blocking connection. If the bytes end before
 * the reply does, {@link Incomplete} is thrown through Jedis. Confined to its connection.
 */
final class BufferedReplies extends RedisInputStream {
    private static final int BUFFER_BYTES = 8192;
    /** The default of the server. */
    private static final int MOST_BYTES = 512 << 20;

    private static final int MOST_ELEMENTS = 1 << 20;

    private final Feed feed;
    /** Known least length of the present reply, bytes. */
    private long needed;
    /** Position after the last reply in the connection's buffer, as long as no other reader moves it. */
    private int nextPosition;

    private int nextLimit;

    BufferedReplies() {
        this(new Feed());
    }

    private BufferedReplies(Feed feed) {
        super(feed, BUFFER_BYTES);
        this.feed = feed;
    }

    /** The reply is not complete yet. */
    static final class Incomplete extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Incomplete() {
            super("the reply is not complete", null, false, false);
        }
    }

    /** Copies the received bytes of the connection. */
    private static final class Feed extends InputStream {
        private ByteBuffer received = ByteBuffer.allocate(0);
        /** Number of bytes copied from its position on. */
        private int copied;

        @Override
        public int read() {
            throw new IllegalStateException("Jedis reads whole buffers");
        }

        @Override
        public int read(byte[] buffer) {
            int length = Math.min(buffer.length, left());
            if (length == 0) {
                throw new Incomplete();
            }
            received.get(received.position() + copied, buffer, 0, length);
            copied += length;
            return length;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            throw new IllegalStateException("Jedis reads whole buffers");
        }

        int left() {
            return received.remaining() - copied;
        }
    }

    /** Returns whether a read is worthwhile: false only when the rest of a long value is known to be missing. */
    @SuppressWarnings("ReferenceEquality") // a different buffer, even with equal bytes
    boolean begin(ByteBuffer received) {
        if (received != feed.received || received.position() != nextPosition || received.limit() != nextLimit) {
            forget(); // The bytes copied ahead are not the next ones.
        }
        feed.received = received;
        feed.copied = limit - count;
        return received.remaining() >= needed;
    }

    /** Accepts the reply: moves the buffer's position behind it. */
    void accept() {
        ByteBuffer received = feed.received;
        nextPosition = received.position() + consumed();
        nextLimit = received.limit();
        received.position(nextPosition);
        needed = 0;
    }

    private int consumed() {
        return feed.copied - (limit - count);
    }

    /** Resets the input, to read the reply again from its first byte. */
    void forget() {
        count = 0;
        limit = 0;
    }

    /** Resets the input for a new connection. */
    void restart() {
        forget();
        needed = 0;
    }

    /**
     * Called for a text only: when its end is missing, this records how much must arrive before another attempt is
     * worthwhile.
     */
    @Override
    public int read(byte[] target, int offset, int length) {
        int missing = length - (limit - count);
        if (missing > feed.left()) {
            needed = (long) consumed() + length;
            throw new Incomplete();
        }
        return super.read(target, offset, length);
    }

    /** Called for a length only; an implausible one is refused. */
    @Override
    public int readIntCrLf() {
        byte kind = buf[count - 1];
        long length = readLongCrLf();
        boolean ofBytes = kind == '$' || kind == '=';
        if (length < -1 || length > (ofBytes ? MOST_BYTES : MOST_ELEMENTS)) {
            throw new JedisConnectionException("a reply of length " + length);
        }
        return (int) length;
    }

    @Override
    public int available() throws IOException {
        return limit - count + feed.left();
    }
}
