// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Arrays;

/** One command with its numbers; refilled for each one. Not thread-safe. */
public final class RedisRequest {
    private RedisOperation operation = RedisOperation.GET;
    private long[] keys = new long[1];
    private boolean[] written = new boolean[1];
    private int keyCount;
    private long least;
    private long detail;

    public void become(RedisOperation operation, long key, long detail) {
        this.operation = operation;
        keys[0] = key;
        keyCount = 1;
        this.detail = detail;
    }

    /** Becomes a command of several keys, which {@link #key(int, long)} then sets. */
    public void become(RedisOperation operation, int count) {
        this.operation = operation;
        if (keys.length < count) {
            keys = Arrays.copyOf(keys, count);
            written = new boolean[count];
        }
        keyCount = count;
        detail = 0;
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

    void least(long number) {
        least = number;
    }

    /** Returns the least right answer of a counter. */
    long least() {
        return least;
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
    public long detail() {
        return detail;
    }
}
