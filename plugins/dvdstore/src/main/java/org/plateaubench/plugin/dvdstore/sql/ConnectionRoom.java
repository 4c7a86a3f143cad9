// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

/**
 * How many connections something allows.
 *
 * @param limit most that may be open at once
 * @param inUse open now, the asking one among them
 * @param whose whose limit it is, such as {@code The server}
 * @param mend statement that raises the limit to {@code %d}
 */
public record ConnectionRoom(long limit, long inUse, String whose, String mend) {
    /** How many more can be opened. */
    public long free() {
        return Math.max(0, limit - inUse);
    }
}
