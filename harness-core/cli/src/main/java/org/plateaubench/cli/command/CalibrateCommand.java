// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.plateaubench.app.host.HostCheck;
import org.plateaubench.app.host.HostReport;
import org.plateaubench.cli.display.Countdown;
import org.plateaubench.cli.display.HostText;
import org.plateaubench.cli.display.Terminal;
import org.plateaubench.engine.document.Documents;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks a client host before it is used. */
@Command(
        name = "calibrate",
        description = {
            "Checks whether this host is fit to drive load.",
            "Prints how precise its clock and its timed waits are, which loads and limits can be trusted here, and which"
                    + " settings would improve it, with the command for each.",
            "Changes nothing. Keep the host otherwise idle during the check, as in a run."
        },
        footer = {
            "",
            "Exit codes: 0 for any result, 3 if the host could not be checked, 4 for wrong usage.",
            "",
            "Examples:",
            "  ./plateau calibrate",
            "  ./plateau calibrate --seconds 30 --json > host.json"
        },
        mixinStandardHelpOptions = true)
public final class CalibrateCommand implements Callable<Integer> {
    private static final int MOST_SECONDS = 600;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Duration of the check, 1 to 600 seconds (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private int seconds = 5;

    @Option(names = "--json", description = "Print the result as JSON on standard output.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException, UsageError {
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new UsageError("--seconds must be 1 to " + MOST_SECONDS + ", not " + seconds + ".");
        }
        PrintStream out = json ? System.err : System.out;
        Terminal terminal = Terminal.detect();
        out.println("checking this host for " + seconds + " s");
        HostReport report;
        try (Countdown countdown = new Countdown(out, seconds)) {
            if (terminal.interactive() && !json) {
                countdown.start();
            }
            report = HostCheck.look(Duration.ofSeconds(seconds));
        }
        if (json) {
            System.out.print(Documents.text(report.document()));
        } else {
            HostText.lines(report, terminal).forEach(out::println);
        }
        return ExitCode.PASS.code();
    }
}
