// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.Map;
import org.plateaubench.wire.document.DocumentRules;

/** How a SUT failed once the load had begun: a detail of its event. */
public enum SutFailure {
    /** It did not run when the watch asked, while the load was driven. */
    UNDER_LOAD,
    /** It did not run after what it holds was compared, the last moment before it is stopped. */
    AT_THE_END,
    /** Its plugin failed when it was asked. */
    UNKNOWN;

    private static final String DETAIL = "when";

    /** The kind of an event; those of earlier versions have none and tell of the time under load. */
    public static SutFailure of(Map<String, Object> details) {
        for (SutFailure failure : values()) {
            if (failure.label().equals(details.get(DETAIL))) {
                return failure;
            }
        }
        return UNDER_LOAD;
    }

    /** Whether an event of this version tells of a time at which the load had begun. */
    public static boolean isUnderLoad(Map<String, Object> details) {
        return details.containsKey(DETAIL);
    }

    Map<String, Object> details() {
        return Map.of(DETAIL, label());
    }

    private String label() {
        return DocumentRules.word(this);
    }
}
