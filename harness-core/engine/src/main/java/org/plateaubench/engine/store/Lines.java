// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads the lines of a file that may still grow, in batches, from any offset at which a line begins. Only lines with a
 * line end count, so a line that is being written is returned later, when it is complete. Not thread-safe.
 */
public final class Lines {
    private static final int BATCH_BYTES = 1 << 20;
    /** The maximum number of broken lines that are reported individually. */
    private static final int MAX_LISTED_LINES = 5;

    private static final byte[] NOTHING = {};

    private final Path file;
    private final long endOffset;
    private long offset;

    public Lines(Path file) {
        this(file, 0, Long.MAX_VALUE);
    }

    /** The lines between two offsets, both at the beginning of a line. */
    public Lines(Path file, long offset, long endOffset) {
        this.file = file;
        this.offset = offset;
        this.endOffset = endOffset;
    }

    /**
     * Passes each complete line of a file to the handler; a missing file has none. Broken lines and an incomplete end,
     * as of a writer that was killed, are ignored and added to {@code damage}.
     */
    public static void read(Path file, Consumer<String> handler, List<String> damage) throws IOException {
        Lines lines = new Lines(file);
        List<String> broken = new ArrayList<>();
        while (lines.next(handler, broken::add)) {
            // There may be more.
        }
        damage.addAll(broken.subList(0, Math.min(broken.size(), MAX_LISTED_LINES)));
        if (broken.size() > MAX_LISTED_LINES) {
            damage.add(
                    file.getFileName() + " has " + (broken.size() - MAX_LISTED_LINES) + " more broken lines, left out");
        }
        if (Files.exists(file) && Files.size(file) > lines.offset()) {
            damage.add(file.getFileName() + " was not written to its end; what follows byte " + lines.offset()
                    + " is left out");
        }
    }

    public long offset() {
        return offset;
    }

    /**
     * Passes on the next lines, about a megabyte.
     *
     * @param handler receives each line; an {@link IllegalArgumentException} means that it is broken
     * @return false when there is none
     */
    public boolean next(Consumer<String> handler, Consumer<String> broken) throws IOException {
        byte[] batch = batch();
        long batchOffset = offset;
        int start = 0;
        for (int i = 0; i < batch.length; i++) {
            if (batch[i] == '\n') {
                String line = new String(batch, start, i - start, StandardCharsets.UTF_8);
                try {
                    handler.accept(line);
                } catch (IllegalArgumentException | ArithmeticException e) {
                    broken.accept(file.getFileName() + " is broken at byte " + (batchOffset + start) + " ("
                            + e.getMessage() + ")");
                }
                start = i + 1;
            }
        }
        offset = batchOffset + start;
        return start > 0;
    }

    private byte[] batch() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = Math.min(channel.size(), endOffset);
            // The writer has undone an incomplete append.
            offset = Math.min(offset, size);
            for (long length = BATCH_BYTES; ; length *= 2) {
                byte[] bytes = read(channel, (int) Math.min(length, size - offset));
                int end = lineEnd(bytes);
                if (end > 0) {
                    return end == bytes.length ? bytes : Arrays.copyOf(bytes, end);
                }
                if (offset + length >= size) {
                    return NOTHING;
                }
            }
        } catch (NoSuchFileException e) {
            return NOTHING;
        }
    }

    private byte[] read(FileChannel channel, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, offset + buffer.position()) < 0) {
                return Arrays.copyOf(buffer.array(), buffer.position());
            }
        }
        return buffer.array();
    }

    private static int lineEnd(byte[] bytes) {
        for (int i = bytes.length; i > 0; i--) {
            if (bytes[i - 1] == '\n') {
                return i;
            }
        }
        return 0;
    }
}
