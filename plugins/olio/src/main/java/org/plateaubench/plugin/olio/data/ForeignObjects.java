// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

/**
 * Objects of other programs that a change of the data would change, remove or collide with.
 *
 * @param names the objects, for a message; empty for none
 * @param hidden sentence about objects that the check cannot see; empty for none
 */
public record ForeignObjects(String names, String hidden) {
    /** No objects. */
    public static final ForeignObjects NONE = new ForeignObjects("", "");

    /** How many of the named objects exist. */
    public record Found(long found) {
        /** None of them. */
        public static final Found NONE = new Found(0);
    }
}
