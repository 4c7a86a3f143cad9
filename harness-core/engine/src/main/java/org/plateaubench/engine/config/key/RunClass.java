// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.Locale;

/** The class of a run: to what extent its figures may be published; later constants claim more. */
public enum RunClass {
    DEV,
    /** Measured by the full rules, but with a modified workload. */
    MODIFIED,
    /** Measured by the full rules, with the workload as defined. */
    STANDARD;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
