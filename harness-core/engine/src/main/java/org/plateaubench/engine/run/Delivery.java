// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import org.plateaubench.wire.DocumentRules;

public enum Delivery {
    /** It arrived before the interval was closed. */
    ON_TIME,
    /** It arrived after the interval was closed; its data counts. */
    LATE,
    /** It did not arrive: the data of this interval is lost. */
    MISSING;

    public String label() {
        return DocumentRules.word(this);
    }
}
