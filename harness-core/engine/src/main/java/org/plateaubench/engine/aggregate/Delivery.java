// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

/** How the snapshot of one agent for one interval arrived. */
public enum Delivery {
    /** Before the interval was closed. */
    ON_TIME("on-time"),
    /** After the interval was closed; its data counts. */
    LATE("late"),
    /** Not at all: the data of this interval is lost. */
    MISSING("missing");

    private final String label;

    Delivery(String label) {
        this.label = label;
    }

    /** The word in files. */
    public String label() {
        return label;
    }
}
