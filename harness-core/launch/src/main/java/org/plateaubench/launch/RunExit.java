// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

/** What the exit code of a command of the launcher says. */
public enum RunExit {
    /** The run passed, or the command did what it was called for. */
    PASS(0),
    /** The system under test missed a limit, or is worse than its baseline. */
    FAIL(1),
    /** The measurement cannot be trusted, or runs cannot be compared. */
    INVALID(2),
    /** The harness or a SUT could not carry out the request. */
    CANNOT(3),
    /** Wrong run file or usage; nothing was done. */
    WRONG(4),
    /** A user or a signal ended it. */
    INTERRUPTED(130);

    private final int code;

    RunExit(int code) {
        this.code = code;
    }

    /** Whether there is a verdict. */
    public boolean isJudged() {
        return this == PASS || this == FAIL || this == INVALID;
    }

    /** What an exit code says; one that the launcher does not have, such as that of a killed process, is a failure. */
    public static RunExit of(int code) {
        for (RunExit exit : values()) {
            if (exit.code == code) {
                return exit;
            }
        }
        return CANNOT;
    }
}
