// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

/** How many of the named objects exist. */
public record Found(long found) {
    /** None of them. */
    public static final Found NONE = new Found(0);
}
