// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.MessageCodec;

/**
 * The messages of an agent in one run, written to its disk before they are sent. Each follows its length in four bytes
 * and has the checksum of the codec, so that an incomplete last message is detected. Appended messages survive the end
 * of this process immediately, and the failure of the host after a second, because a separate thread forces the file to
 * the disk. Thread-safe.
 */
final class Journal implements AutoCloseable {
    private static final long FORCE_MILLIS = 1_000;

    private final RandomAccessFile file;
    private final long mostBytes;
    private final Thread forcing;
    private long sizeBytes;
    private boolean isForced = true;
    private @Nullable String failure;

    Journal(Path path, long mostBytes) throws IOException {
        this.mostBytes = mostBytes;
        // The interruption of a writing thread would close a channel.
        file = new RandomAccessFile(path.toFile(), "rw");
        file.setLength(0);
        forcing = Thread.ofPlatform().daemon().name("plateau-journal").start(this::force);
    }

    /**
     * Appends a message. Returns false if it cannot be kept; the reason is {@link #failure()}, and later messages are
     * not kept either.
     */
    synchronized boolean append(byte[] message) {
        if (failure != null) {
            return false;
        }
        if (sizeBytes + Integer.BYTES + message.length > mostBytes) {
            failure = "the journal has reached " + mostBytes / (1 << 20) + " MB";
            return false;
        }
        try {
            file.seek(sizeBytes);
            file.write(ByteBuffer.allocate(Integer.BYTES + message.length)
                    .putInt(message.length)
                    .put(message)
                    .array());
            sizeBytes += Integer.BYTES + message.length;
            isForced = false;
            return true;
        } catch (IOException e) {
            failure = "the journal cannot be written: " + e.getMessage();
            cut();
            return false;
        }
    }

    private void cut() {
        try {
            file.setLength(sizeBytes);
        } catch (IOException e) {
            // The length and the checksum show where an incomplete message begins.
            return;
        }
    }

    synchronized byte[] message(long offset) throws IOException {
        file.seek(offset);
        int length = file.readInt();
        if (length < 0 || length > MessageCodec.MOST_BYTES) {
            throw new IOException("the journal is damaged at byte " + offset);
        }
        byte[] message = new byte[length];
        file.readFully(message);
        return message;
    }

    /** Whether more than half of the greatest size is used. */
    synchronized boolean isHalfFull() {
        return sizeBytes > mostBytes / 2;
    }

    /** Total size of complete messages, in bytes. */
    synchronized long sizeBytes() {
        return sizeBytes;
    }

    /** The reason why nothing more is kept; null while all messages are kept. */
    synchronized @Nullable String failure() {
        return failure;
    }

    private void force() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(FORCE_MILLIS);
                forceNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Forces the journal to the disk outside the lock, so that appending threads do not wait for the disk. */
    private void forceNow() {
        synchronized (this) {
            if (isForced) {
                return;
            }
            isForced = true;
        }
        try {
            file.getFD().sync();
        } catch (IOException e) {
            synchronized (this) {
                failure = failure == null ? "the journal cannot be written: " + e.getMessage() : failure;
            }
        }
    }

    @Override
    public void close() throws IOException {
        forcing.interrupt();
        try {
            forcing.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        forceNow();
        file.close();
    }
}
