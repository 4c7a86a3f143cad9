// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.Locale;

/** The class of a run: how far its figures may count as a published result; later constants claim more. */
public enum RunClass {
    /** A trial run, which is never scored. */
    DEV,
    /** Measured by the full rules, but with a modified workload. */
    MODIFIED,
    /** Measured by the full rules, with the workload as defined. */
    STANDARD;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
