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

    /** How to raise the limit. A name in the statement may hold a percent sign too. */
    public String mend(long wanted) {
        return mend.replace("%d", Long.toString(wanted));
    }
}
