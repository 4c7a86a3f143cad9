// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.nio.file.Path;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.report.TrustText;

public final class Verdicts {
    private Verdicts() {}

    public static ExitCode exitCode(Verdict verdict) {
        return switch (verdict) {
            case PASS -> ExitCode.PASS;
            case FAIL -> ExitCode.FAIL;
            case INVALID -> ExitCode.INVALID;
        };
    }

    public static void print(Judgement judgement, Path folder) {
        Terminal terminal = Terminal.detect();
        System.out.print(
                CommandName.in(TextSummary.of(judgement, folder.toString(), terminal.style(), terminal.columns())));
    }

    public static void printTrust(Judgement judgement) {
        Terminal terminal = Terminal.detect();
        System.out.print(CommandName.in(TrustText.of(judgement, terminal.style(), terminal.columns())));
    }
}
