// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.util.Locale;

/** What a run came to, the best first: of a failed run it is known that the SUT missed something, of an invalid one nothing. */
public enum RunOutcome {
    /** Every limit was kept, and every audit that could be made passed. */
    PASS,
    /** It passed, although an audit was violated that its class only notes. */
    DOUBTS,
    /** The measurement cannot be trusted. */
    INVALID,
    /** The system under test missed something. */
    FAIL,
    /** It was ended on request. */
    STOPPED,
    /** A fault ended it. */
    BROKEN_OFF,
    /** It could not begin its load. */
    NOT_STARTED,
    /** Its process vanished. */
    CRASHED;

    static RunOutcome of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
