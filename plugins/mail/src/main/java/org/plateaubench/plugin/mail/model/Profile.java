// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

/** How much a user does in a day; the frequencies of all operations have the same factor. */
public enum Profile {
    /** A quarter of heavy: 33 actions a day, 5 messages sent. */
    LIGHT(0.25),
    /** Half of heavy: 66 actions a day, 10 messages sent. */
    AVERAGE(0.5),
    /** 132 actions a day, 20 messages sent. */
    HEAVY(1),
    /** One and a half of heavy: 198 actions a day, 30 messages sent. */
    VERY_HEAVY(1.5);

    private final double factor;

    Profile(double factor) {
        this.factor = factor;
    }

    /** Returns the factor relative to a heavy user. */
    public double factor() {
        return factor;
    }
}
