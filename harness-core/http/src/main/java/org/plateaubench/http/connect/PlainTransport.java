// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A transport without encryption. Closing it wakes a waiting platform or virtual thread. */
final class PlainTransport implements Transport {
    private final SocketChannel channel;
    private final ArrayView in = new ArrayView();
    private final ArrayView out = new ArrayView();

    PlainTransport(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        return channel.read(in.of(into, offset, length));
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            done += channel.write(out.of(from, offset + done, length - done));
        }
    }

    @Override
    public boolean isUnusable() throws IOException {
        channel.configureBlocking(false);
        try {
            return channel.read(ByteBuffer.allocate(1)) != 0;
        } finally {
            channel.configureBlocking(true);
        }
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void closeNow() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left to close.
        }
    }

    @Override
    public void close() {
        closeNow();
    }

    /** Provides a channel with views of parts of an array. The array rarely changes, so that the view is reused. */
    private static final class ArrayView {
        // A larger view would need a large buffer outside the heap.
        private static final int MAX_BYTES = 128 << 10;

        private byte[] array = {};
        private ByteBuffer view = ByteBuffer.wrap(array);

        /** Returns a view of the part, or of its beginning if it is large. */
        @SuppressWarnings("ReferenceEquality") // Only the same array has the same view.
        ByteBuffer of(byte[] bytes, int offset, int length) {
            if (array != bytes) {
                array = bytes;
                view = ByteBuffer.wrap(bytes);
            }
            return view.limit(offset + Math.min(length, MAX_BYTES)).position(offset);
        }
    }
}
