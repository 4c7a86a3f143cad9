// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import org.plateaubench.cli.display.Terminal;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.TextStyle;

/** The exit code and the appearance of a verdict. */
public final class Verdicts {
    private Verdicts() {}

    public static ExitCode exitCode(Verdict verdict) {
        return switch (verdict) {
            case PASS -> ExitCode.PASS;
            case FAIL -> ExitCode.FAIL;
            case INVALID -> ExitCode.INVALID;
        };
    }

    public static TextStyle style(Terminal terminal) {
        return (tone, text) -> switch (tone) {
            case STRONG -> terminal.bold(text);
            case GOOD -> terminal.good(text);
            case BAD -> terminal.bad(text);
            case DOUBTFUL -> terminal.doubtful(text);
            case FAINT -> text;
        };
    }
}
