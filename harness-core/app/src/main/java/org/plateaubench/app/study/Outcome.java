// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import org.plateaubench.app.FinishedRun;

/** The outcome of one run of a sequence; of several, a later constant outranks an earlier one. */
public enum Outcome {
    PASS("pass"),
    FAIL("fail"),
    /** The measurement cannot be trusted. */
    INVALID("invalid"),
    /** The harness or the SUT could not carry it out. */
    NOT_CARRIED_OUT("not carried out"),
    /** A user stopped it. */
    INTERRUPTED("interrupted");

    private final String label;

    Outcome(String label) {
        this.label = label;
    }

    /** The word in files and on screens. */
    public String label() {
        return label;
    }

    /** Whether the run is evidence about the SUT. */
    public boolean isEvidence() {
        return this == PASS || this == FAIL;
    }

    static Outcome of(FinishedRun run) {
        if (run.reports() == null) {
            return NOT_CARRIED_OUT;
        }
        return switch (run.end().status()) {
            case NOT_STARTED, BROKEN_OFF, CRASHED -> NOT_CARRIED_OUT;
            case STOPPED -> INTERRUPTED;
            case COMPLETED ->
                switch (run.reports().judgement().verdict()) {
                    case PASS -> PASS;
                    case FAIL -> FAIL;
                    case INVALID -> INVALID;
                };
        };
    }
}
