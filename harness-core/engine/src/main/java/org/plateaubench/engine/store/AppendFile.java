// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file to which only whole lines are appended. They are written to the operating system immediately, so that they
 * survive if this process is killed. A failed append is undone as far as the system allows. One thread at a time.
 */
public final class AppendFile implements AutoCloseable {
    private final FileChannel channel;
    private long goodSizeBytes;

    public AppendFile(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        goodSizeBytes = channel.size();
        channel.position(goodSizeBytes);
    }

    public void append(byte[] lines) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(lines);
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            goodSizeBytes += lines.length;
        } catch (IOException e) {
            takeBack(e);
            throw e;
        }
    }

    /** The size without failed appends. */
    public long sizeBytes() {
        return goodSizeBytes;
    }

    /** Removes everything beyond a size, as far as the system allows. */
    public void cutTo(long sizeBytes) {
        goodSizeBytes = Math.min(goodSizeBytes, sizeBytes);
        takeBack(new IOException());
    }

    private void takeBack(IOException cause) {
        try {
            channel.truncate(goodSizeBytes);
            channel.position(goodSizeBytes);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            channel.force(true);
        }
    }
}
