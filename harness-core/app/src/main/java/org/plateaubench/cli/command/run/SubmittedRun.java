// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.plateaubench.app.console.ConsoleClient;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.Signals;
import org.plateaubench.cli.display.CommandName;

final class SubmittedRun {
    private static final long LOOK_MILLIS = 500;

    /** How long an unreachable console is retried. A restart takes less time. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final ConsoleClient console;
    private final PrintStream out;
    private final boolean quiet;
    private final InstantSource clock = InstantSource.system();
    private final Semaphore interruptions = new Semaphore(0);
    private long shownBytes;
    private String reported = "";
    private boolean isAway;

    SubmittedRun(ConsoleClient console, PrintStream out, boolean quiet) {
        this.console = console;
        this.out = out;
        this.quiet = quiet;
    }

    ConsoleClient.Queued follow(ConsoleClient.Queued submitted)
            throws IOException, InterruptedException, ConsoleClient.NotAdmitted {
        int[] signals = {0};
        Signals.onInterrupt(() -> {
            if (++signals[0] > 1) {
                CommandName.report("no longer following the run; the console completes it.");
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
            }
            interruptions.release();
        });
        ConsoleClient.Queued item = submitted;
        Instant answered = clock.instant();
        while (!item.isOver()) {
            if (!isAway) {
                report(item);
            }
            boolean isAsked = interruptions.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            try {
                if (isAsked) {
                    printOnce("Asking the console to end the run; press Ctrl-C again to stop following it.");
                    console.cancel(item.id());
                }
                item = console.item(item.id());
                show(item);
                answered = clock.instant();
                isAway = false;
            } catch (ConsoleClient.Unreachable e) {
                if (answered.plus(PATIENCE).isBefore(clock.instant())) {
                    throw new IOException(
                            e.getMessage() + " Gave up after " + PATIENCE.toMinutes()
                                    + " minutes; the console completes the run without this command.",
                            e);
                }
                isAway = true;
                printOnce(e.getMessage() + " Trying again; the run continues meanwhile.");
                if (isAsked) {
                    interruptions.release();
                    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                }
            }
        }
        return item;
    }

    private void report(ConsoleClient.Queued item) {
        if (item.isWaiting()) {
            printOnce("In the queue of the console, number " + item.position()
                    + (item.state().equals("scheduled") ? ", scheduled" : "")
                    + (item.message().isEmpty() ? "." : ": " + item.message()));
        }
    }

    private void show(ConsoleClient.Queued item) throws IOException, InterruptedException, ConsoleClient.NotAdmitted {
        if (quiet || item.isWaiting()) {
            return;
        }
        ConsoleClient.Output part = console.output(item.id(), shownBytes);
        while (part.endBytes() > shownBytes) {
            shownBytes = part.endBytes();
            out.print(part.text());
            part = console.output(item.id(), shownBytes);
        }
        out.flush();
    }

    /** Prints each sentence once, until it changes. */
    private void printOnce(String sentence) {
        if (!sentence.equals(reported)) {
            reported = sentence;
            CommandName.report(sentence);
        }
    }
}
