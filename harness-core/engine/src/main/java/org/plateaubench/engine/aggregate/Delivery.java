// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

/** The delivery of one agent's snapshot for one interval. */
public enum Delivery {
    /** It arrived before the interval was closed. */
    ON_TIME("on-time"),
    /** It arrived after the interval was closed; its data counts. */
    LATE("late"),
    /** It did not arrive: the data of this interval is lost. */
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
