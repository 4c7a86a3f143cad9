// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.Locale;

/** How far a run may count as a published number; later constants claim more. */
public enum RunClass {
    /** Only to try something; never scored. */
    DEV,
    /** Measured by the full rules, of a workload that was changed. */
    MODIFIED,
    /** Measured by the full rules, with the workload as defined. */
    STANDARD;

    /** Name in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
