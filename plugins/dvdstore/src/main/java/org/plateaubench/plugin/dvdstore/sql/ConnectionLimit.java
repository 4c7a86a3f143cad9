// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

/**
 * A limit on connections.
 *
 * @param limit most open connections at once
 * @param inUse open connections now, including the querying one
 * @param whose owner of the limit, such as {@code The server}
 * @param remedy statement that raises the limit to {@code %d}
 */
public record ConnectionLimit(long limit, long inUse, String whose, String remedy) {
    /** Returns how many more can be opened. */
    public long free() {
        return Math.max(0, limit - inUse);
    }

    /** Returns how to raise the limit. A name in the statement may contain a percent sign. */
    public String remedy(long wanted) {
        return remedy.replace("%d", Long.toString(wanted));
    }
}
