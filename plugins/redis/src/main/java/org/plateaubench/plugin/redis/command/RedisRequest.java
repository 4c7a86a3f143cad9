// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Arrays;

/** One command with the numbers of its keys; reused for each command. Not thread-safe. */
public final class RedisRequest {
    private RedisOperation operation = RedisOperation.GET;
    private long[] keys = new long[1];
    private boolean[] written = new boolean[1];
    private int keyCount;
    private long minCount;
    private long element;

    public void set(RedisOperation operation, long key, long element) {
        this.operation = operation;
        keys[0] = key;
        keyCount = 1;
        this.element = element;
    }

    /** Sets a command with several keys, which {@link #key(int, long)} then sets. */
    public void set(RedisOperation operation, int count) {
        this.operation = operation;
        if (keys.length < count) {
            keys = Arrays.copyOf(keys, count);
            written = new boolean[count];
        }
        keyCount = count;
        element = 0;
    }

    public void key(int index, long key) {
        keys[index] = key;
    }

    void written(int index, boolean isWritten) {
        written[index] = isWritten;
    }

    /** Returns whether the string of a key was acknowledged before this request was sent. */
    boolean isWritten(int index) {
        return written[index] && operation.family() == RedisOperation.Family.STRING;
    }

    void minCount(long number) {
        minCount = number;
    }

    /** Returns the minimum correct reply of a counter. */
    long minCount() {
        return minCount;
    }

    public RedisOperation operation() {
        return operation;
    }

    public int keyCount() {
        return keyCount;
    }

    public long key(int index) {
        return keys[index];
    }

    /** Returns the number of the field, member or element; 0 for any other family. */
    public long element() {
        return element;
    }
}
