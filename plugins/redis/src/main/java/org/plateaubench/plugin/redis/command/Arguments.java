// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

/** Receives a command, argument by argument, in the form of one client. */
public interface Arguments {
    /**
     * Begins a command.
     *
     * @param operation operation whose word is the name of the command
     * @param count number of arguments after the name of the command
     */
    void begin(RedisOperation operation, int count);

    /** Adds an argument that is the whole array; the array is overwritten soon, so it must be copied. */
    void argument(byte[] text);

    /**
     * Adds an argument that is a value, of {@link ValueText#size} bytes.
     *
     * @param key number of the key
     * @param element number of the field or member, 0 for any other kind
     */
    void value(long key, long element);
}
