// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

/** Takes a command, argument by argument, in the way of one client. */
public interface Arguments {
    /**
     * A command begins.
     *
     * @param operation whose word is the name of the command
     * @param count arguments that follow, the name of the command not counted
     */
    void begin(RedisOperation operation, int count);

    /** An argument that is the whole array; the array is overwritten soon, so it is copied or kept as it is read. */
    void argument(byte[] text);

    /**
     * An argument that is a value, of {@link ValueText#size} bytes.
     *
     * @param key number of the key
     * @param element number of the field or member, 0 for other kinds
     */
    void value(long key, long element);
}
