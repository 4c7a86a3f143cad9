// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

/**
 * How many connections a server has.
 *
 * @param limit most that this user may have open at once
 * @param inUse open now, by anyone, the asking one among them
 * @param setting name of the server's setting that limits them
 */
public record ConnectionRoom(long limit, long inUse, String setting) {
    /** How many more can be opened. */
    public long free() {
        return Math.max(0, limit - inUse);
    }
}
