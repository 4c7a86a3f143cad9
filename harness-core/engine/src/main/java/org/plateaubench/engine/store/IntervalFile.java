// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.wire.IntervalBytes;

/**
 * The file {@code intervals.bin}, which may still grow. A record consists of the length of its remaining bytes, their
 * CRC-32C, whether it arrived on time (see {@link Delivery}), and {@link IntervalBytes}. A record that is being written
 * is found later, when it is complete. Not thread-safe.
 */
public final class IntervalFile {
    private static final int PREFIX_BYTES = 2 * Integer.BYTES;
    private static final int MAX_BYTES = 1 << 28;
    /** The header of an interval is in the first bytes of its record. */
    private static final int HEADER_BYTES = 1024;

    private static final Delivery[] DELIVERIES = Delivery.values();

    private final Path file;
    private long endOffset;
    private boolean isBroken;

    /** A complete record; {@code length} is without the prefix. */
    public record Entry(StoredInterval header, long offset, int length) {}

    public IntervalFile(Path file) {
        this.file = file;
    }

    @SuppressWarnings({"EnumOrdinal", "ByteBufferBackingArray"}) // The order of deliveries is part of the format.
    public static byte[] bytes(IntervalSnapshot interval, Delivery delivery) {
        byte[] measured = IntervalBytes.of(interval);
        ByteBuffer record = ByteBuffer.allocate(PREFIX_BYTES + 1 + measured.length)
                .putInt(1 + measured.length)
                .putInt(0)
                .put((byte) delivery.ordinal())
                .put(measured);
        return record.putInt(Integer.BYTES, checksum(record.array())).array();
    }

    private static int checksum(byte[] record) {
        CRC32C checksum = new CRC32C();
        checksum.update(record, PREFIX_BYTES, record.length - PREFIX_BYTES);
        return (int) checksum.getValue();
    }

    public long endOffset() {
        return endOffset;
    }

    /**
     * Finds the complete records after those that were found before.
     *
     * @param damage receives a sentence if the next bytes are not a valid record; nothing after them can be read
     */
    public void findNewRecords(Consumer<Entry> found, Consumer<String> damage) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            // The writer has undone an incomplete append.
            endOffset = Math.min(endOffset, size);
            ByteBuffer start = ByteBuffer.allocate(HEADER_BYTES);
            while (!isBroken && size - endOffset > PREFIX_BYTES) {
                read(channel, endOffset, start.clear());
                int length = start.flip().getInt();
                if (length > size - endOffset - PREFIX_BYTES && length <= MAX_BYTES) {
                    return;
                }
                try {
                    found.accept(new Entry(header(start, length), endOffset, length));
                    endOffset += PREFIX_BYTES + length;
                } catch (IllegalArgumentException e) {
                    isBroken = true;
                    damage.accept(damaged(endOffset, e) + "; nothing after it can be read");
                }
            }
        } catch (NoSuchFileException e) {
            // Nothing was measured yet.
            return;
        }
    }

    @SuppressWarnings("ByteBufferBackingArray") // The buffer is allocated here, so that it begins at 0.
    private static StoredInterval header(ByteBuffer start, int length) {
        if (length < 1 || length > MAX_BYTES) {
            throw new IllegalArgumentException("no valid length");
        }
        int end = Math.min(start.limit(), PREFIX_BYTES + length);
        return StoredInterval.of(
                IntervalBytes.readHeader(start.array(), PREFIX_BYTES + 1, end), delivery(start.get(PREFIX_BYTES)));
    }

    private static Delivery delivery(byte number) {
        if (number < 0 || number >= DELIVERIES.length) {
            throw new IllegalArgumentException("no valid delivery");
        }
        return DELIVERIES[number];
    }

    private String damaged(long offset, IllegalArgumentException cause) {
        return "the record at byte " + offset + " of " + file.getFileName() + " is damaged (" + cause.getMessage()
                + ")";
    }

    private static void read(FileChannel channel, long offset, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) >= 0) {
            // A read may return fewer bytes than requested.
        }
    }

    /**
     * Reads records. May be called by any thread.
     *
     * @param damage receives a sentence about each record that is skipped
     */
    public void read(
            Iterable<Entry> entries,
            Predicate<String> workloads,
            IntervalBytes.Detail detail,
            Consumer<StoredInterval> intervals,
            Consumer<String> damage)
            throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            for (Entry entry : entries) {
                byte[] record = new byte[PREFIX_BYTES + entry.length()];
                read(channel, entry.offset(), ByteBuffer.wrap(record));
                try {
                    intervals.accept(interval(record, workloads, detail));
                } catch (IllegalArgumentException e) {
                    damage.accept(damaged(entry.offset(), e) + " and was skipped");
                }
            }
        } catch (NoSuchFileException e) {
            // Nothing was measured yet.
            return;
        }
    }

    private static StoredInterval interval(byte[] record, Predicate<String> workloads, IntervalBytes.Detail detail) {
        if (ByteBuffer.wrap(record).getInt(Integer.BYTES) != checksum(record)) {
            throw new IllegalArgumentException("its checksum is wrong");
        }
        return StoredInterval.of(
                IntervalBytes.read(record, PREFIX_BYTES + 1, record.length, workloads, detail),
                delivery(record[PREFIX_BYTES]));
    }
}
