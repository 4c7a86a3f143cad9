// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Arrays;
import java.util.Map;
import org.plateaubench.api.KeyedRandom;

/**
 * The values: size and bytes are a pure function of the data seed, the number of the key and that of the element, so
 * that a read value can be compared with the written one, whichever user wrote it last. A value is a part of one block
 * of random letters and digits, at an offset given by a hash. Immutable, any thread.
 */
public final class ValueText {
    private static final int BLOCK_BYTES = 1 << 16;
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final ValueSizes sizes;
    private final long seed;
    private final byte[] block = new byte[2 * BLOCK_BYTES];

    /**
     * Creates the values of a data set.
     *
     * @param sizes table of sizes from the parameter
     * @throws IllegalArgumentException with a message when the table is malformed
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
     * Returns the size of a value.
     *
     * @param key number of the key
     * @param element number of the field or member, 0 for any other kind
     * @return size in bytes
     */
    public int size(long key, long element) {
        return sizes.isOne() ? sizes.first() : sizes.size(hash(key, element));
    }

    /**
     * Writes a value into an array.
     *
     * @param at index of its first byte
     * @param size its {@link #size}
     */
    public void copy(byte[] array, int at, long key, long element, int size) {
        int from = start(key, element);
        for (int done = 0; done < size; done += BLOCK_BYTES) {
            System.arraycopy(block, from, array, at + done, Math.min(BLOCK_BYTES, size - done));
        }
    }

    /** Returns a value. */
    public byte[] bytes(long key, long element) {
        byte[] value = new byte[size(key, element)];
        copy(value, 0, key, element, value.length);
        return value;
    }

    /** Returns whether these bytes are the value. */
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

    /** Returns the offset, from bits that hardly affect the size, which depends on the highest ones. */
    private int start(long key, long element) {
        return (int) hash(key, element) & (BLOCK_BYTES - 1);
    }

    /** Returns the mean size of a value in bytes. */
    public double meanSize() {
        return sizes.mean();
    }
}
