// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.plateaubench.api.KeyedRandom;

/**
 * The values: size and bytes are a pure function of the data seed, the number of the key and that of the element, so
 * that what comes back can be held against what was written, whoever wrote it last. A value is a piece of one block of
 * random letters and digits that begins where a hash says. Immutable, any thread.
 */
public final class ValueText {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final ValueSizes sizes;
    private final long seed;
    private final byte[] block = new byte[2 * BLOCK_BYTES];

    /**
     * Values of a data set.
     *
     * @param sizes table of sizes as the parameter has it
     * @throws IllegalArgumentException with a sentence when the table cannot be read
     */
    public ValueText(Map<String, Double> sizes, long dataSeed) {
        this.sizes = new ValueSizes(sizes);
        seed = KeyedRandom.key(dataSeed, "values");
        for (int i = 0; i < BLOCK_BYTES; i++) {
            block[i] = (byte) LETTERS.charAt((int) (KeyedRandom.bits(seed, 0, i) >>> 58));
        }
        System.arraycopy(block, 0, block, BLOCK_BYTES, BLOCK_BYTES);
    }

    private long hash(long key, long element) {
        return KeyedRandom.key(seed + element, key);
    }

    /**
     * Size of a value.
     *
     * @param key number of the key
     * @param element number of the field or member, 0 for other kinds
     * @return bytes
     */
    public int size(long key, long element) {
        return sizes.isOne() ? sizes.first() : sizes.size(hash(key, element));
    }

    /**
     * Writes part of a value.
     *
     * @param from first byte of the value that is written
     * @param length how many bytes are written; the buffer has room for them
     */
    public void put(ByteBuffer out, long key, long element, int from, int length) {
        int at = (start(key, element) + from) & (BLOCK_BYTES - 1);
        int left = length;
        while (left > BLOCK_BYTES) {
            out.put(block, at, BLOCK_BYTES);
            left -= BLOCK_BYTES;
        }
        out.put(block, at, left);
    }

    /**
     * Writes a value into an array.
     *
     * @param at where its first byte goes
     * @param size its {@link #size}
     */
    public void copy(byte[] array, int at, long key, long element, int size) {
        int from = start(key, element);
        for (int done = 0; done < size; done += BLOCK_BYTES) {
            System.arraycopy(block, from, array, at + done, Math.min(BLOCK_BYTES, size - done));
        }
    }

    /** A value. */
    public byte[] bytes(long key, long element) {
        byte[] value = new byte[size(key, element)];
        put(ByteBuffer.wrap(value), key, element, 0, value.length);
        return value;
    }

    /** Whether these bytes are the value. */
    public boolean matches(long key, long element, byte[] text, int offset, int length) {
        if (length != size(key, element)) {
            return false;
        }
        int at = start(key, element);
        for (int done = 0; done < length; done += BLOCK_BYTES) {
            int part = Math.min(BLOCK_BYTES, length - done);
            if (!Arrays.equals(block, at, at + part, text, offset + done, offset + done + part)) {
                return false;
            }
        }
        return true;
    }

    /** Bits that the size, which goes by the highest ones, hardly depends on. */
    private int start(long key, long element) {
        return (int) hash(key, element) & (BLOCK_BYTES - 1);
    }

    /** Mean size of a value in bytes. */
    public double meanSize() {
        return sizes.mean();
    }
}
