// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import org.plateaubench.wire.DocumentRules;

public enum Delivery {
    /** The interval's report arrived before the interval was closed. */
    ON_TIME,
    /** The interval's report arrived after the interval was closed; its data counts. */
    LATE,
    /** The interval's report did not arrive: the data of this interval is lost. */
    MISSING;

    public String label() {
        return DocumentRules.word(this);
    }
}
