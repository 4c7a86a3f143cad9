// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.files;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.plateaubench.api.KeyedRandom;

/** The content of a block of a file: its identity, its version, bytes that follow from these, and a checksum. */
final class Block {
    /** Size of a block. */
    static final int BYTES = 4096;

    /** The version of a block that is damaged or another one. */
    static final int DAMAGED = -1;

    private static final int HEADER = 16;
    private static final int CHECKSUM_AT = BYTES - Integer.BYTES;

    private Block() {}

    /**
     * Writes a block at the position of the buffer.
     *
     * @param file identity of the file
     * @param index number of the block in the file, from 0
     * @param version number of times that the block was overwritten
     */
    static void write(ByteBuffer buffer, long file, int index, int version) {
        int start = buffer.position();
        buffer.putLong(file).putInt(index).putInt(version);
        long key = KeyedRandom.key(KeyedRandom.key(file, index), version);
        for (int at = HEADER; at < CHECKSUM_AT - Integer.BYTES; at += Long.BYTES) {
            key = key * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            buffer.putLong(key);
        }
        buffer.putInt(0);
        buffer.putInt(checksum(buffer, start));
    }

    private static int checksum(ByteBuffer buffer, int start) {
        CRC32C checksum = new CRC32C();
        checksum.update(buffer.slice(start, CHECKSUM_AT));
        return (int) checksum.getValue();
    }

    /** Returns the version of the block at the position of the buffer, which moves behind it; {@link #DAMAGED} for none. */
    static int read(ByteBuffer buffer, long file, int index) {
        int start = buffer.position();
        buffer.position(start + BYTES);
        boolean isWhole = buffer.getLong(start) == file
                && buffer.getInt(start + Long.BYTES) == index
                && buffer.getInt(start + CHECKSUM_AT) == checksum(buffer, start);
        return isWhole ? Math.max(DAMAGED, buffer.getInt(start + Long.BYTES + Integer.BYTES)) : DAMAGED;
    }
}
