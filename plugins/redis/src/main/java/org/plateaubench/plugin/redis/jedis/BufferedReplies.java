// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.RedisInputStream;

/**
 * The input that Jedis reads replies from, fed from the buffer of a connection that never blocks. Where the bytes end
 * before the reply does, {@link Incomplete} passes through Jedis. Confined to its connection.
 */
final class BufferedReplies extends RedisInputStream {
    private static final int BUFFER_BYTES = 8192;
    /** The server's own default. */
    private static final int MOST_BYTES = 512 << 20;

    private static final int MOST_ELEMENTS = 1 << 20;

    private final Feed feed;
    /** Bytes that the reply now read takes at least, as far as is known. */
    private long needed;
    /** Where the reply after the one read last begins in the connection's buffer, as long as nobody else reads it. */
    private int nextPosition;

    private int nextLimit;

    BufferedReplies() {
        this(new Feed());
    }

    private BufferedReplies(Feed feed) {
        super(feed, BUFFER_BYTES);
        this.feed = feed;
    }

    /** There is not all of the reply yet. */
    static final class Incomplete extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Incomplete() {
            super("the reply is not complete", null, false, false);
        }
    }

    /** Copies what the connection has received. */
    private static final class Feed extends InputStream {
        private ByteBuffer received = ByteBuffer.allocate(0);
        /** How many bytes from its position on were copied. */
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

    /** Whether it is worth while to read: false only when the rest of a long value is known to be on its way. */
    @SuppressWarnings("ReferenceEquality") // another buffer, whatever its bytes
    boolean begin(ByteBuffer received) {
        if (received != feed.received || received.position() != nextPosition || received.limit() != nextLimit) {
            forget(); // What was copied ahead is not what comes next.
        }
        feed.received = received;
        feed.copied = limit - count;
        return received.remaining() >= needed;
    }

    /** The reply has been read: the buffer's position moves behind it. */
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

    /** The reply will be read from its first byte once more. */
    void forget() {
        count = 0;
        limit = 0;
    }

    /** The connection is another one. */
    void startAnew() {
        forget();
        needed = 0;
    }

    /** Of a text only: when its end has not come, this says how much has to come before it is worth trying again. */
    @Override
    public int read(byte[] target, int offset, int length) {
        int missing = length - (limit - count);
        if (missing > feed.left()) {
            needed = (long) consumed() + length;
            throw new Incomplete();
        }
        return super.read(target, offset, length);
    }

    /** Of a length only; it is not believed when no such reply can be meant. */
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
