// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import org.plateaubench.app.UsageError;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.judge.result.Verdict;

public enum ExitCode {
    PASS(0),
    FAIL(1),
    INVALID(2),
    CANNOT(3),
    /** Wrong configuration or usage; nothing was done. */
    WRONG(4),
    INTERRUPTED(130);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public static ExitCode of(Exception failure) {
        return failure instanceof WrongConfiguration || failure instanceof UsageError ? WRONG : CANNOT;
    }

    public static ExitCode of(Verdict verdict) {
        return switch (verdict) {
            case PASS -> PASS;
            case FAIL -> FAIL;
            case INVALID -> INVALID;
        };
    }

    public int code() {
        return code;
    }
}
