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
 * The messages of an agent in one run, on its disk before they are sent: each after its length in four bytes, with the
 * checksum of the codec, so that a torn end is found. What is appended survives the end of this process at once, and that
 * of the host within a second: a thread of its own forces the file to the disk. Any thread.
 */
final class Journal implements AutoCloseable {
    private static final long FORCE_MILLIS = 1_000;

    private final RandomAccessFile file;
    private final long mostBytes;
    private final Thread forcing;
    private long sizeBytes;
    private boolean isForced = true;
    private @Nullable String failure;

    /**
     * A new journal.
     *
     * @param mostBytes greatest size; then nothing more is kept
     */
    Journal(Path path, long mostBytes) throws IOException {
        this.mostBytes = mostBytes;
        // A channel would be closed by the interruption of a thread that is writing.
        file = new RandomAccessFile(path.toFile(), "rw");
        file.setLength(0);
        forcing = Thread.ofPlatform().daemon().name("plateau-journal").start(this::force);
    }

    /** Adds a message; false when it cannot be kept, see {@link #failure()}, and then none is any more. */
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
            // The length and the checksum show where the torn end begins.
            return;
        }
    }

    /** The message at an offset. */
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

    /** Bytes of whole messages. */
    synchronized long sizeBytes() {
        return sizeBytes;
    }

    /** Why nothing more is kept, null while all is. */
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

    /** Forces the journal to the disk outside the lock, so that no thread that appends waits for the disk. */
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
