// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import org.plateaubench.drive.run.RunContext;
import org.plateaubench.measure.interval.PhaseWindow;

/**
 * The successes that one loop processes together. Successes with the same stamps, such as the commands of a batch whose
 * replies came with one socket read, are recorded by their number and not one by one, which is as exact. Confined to
 * the loop, or to the thread that has taken it over.
 */
final class SuccessBatch {
    private final RunContext run;
    private final int[] byLine;
    private final int[] lines;
    private int lineCount;
    private int operations;
    private PhaseWindow window = PhaseWindow.RAMP_UP;
    private long intendedNanos;
    private long actualNanos;
    private long endNanos;
    private long dispatchLagNanos;
    private long completionLagNanos;
    private long busyNanos;

    SuccessBatch(RunContext run) {
        this.run = run;
        this.byLine = new int[run.spec().definition().operations().size()];
        this.lines = new int[byLine.length];
    }

    /** Counts the success of an operation that is its own unit. */
    void ok(
            int line,
            PhaseWindow window,
            long intendedNanos,
            long actualNanos,
            long endNanos,
            long dispatchLagNanos,
            long completionLagNanos,
            long busyNanos) {
        if (this.endNanos != endNanos
                || this.actualNanos != actualNanos
                || this.intendedNanos != intendedNanos
                || this.dispatchLagNanos != dispatchLagNanos
                || this.completionLagNanos != completionLagNanos
                || !this.window.equals(window)) {
            record();
            this.window = window;
            this.intendedNanos = intendedNanos;
            this.actualNanos = actualNanos;
            this.endNanos = endNanos;
            this.dispatchLagNanos = dispatchLagNanos;
            this.completionLagNanos = completionLagNanos;
        }
        if (byLine[line]++ == 0) {
            lines[lineCount++] = line;
        }
        operations++;
        this.busyNanos += busyNanos;
    }

    void record() {
        if (operations == 0) {
            return;
        }
        run.recorder().dispatchLag(window, dispatchLagNanos, operations);
        run.recorder().completionLag(window, completionLagNanos, operations);
        PhaseWindow endWindow = run.windows().windowAt(endNanos);
        for (int i = 0; i < lineCount; i++) {
            int line = lines[i];
            run.recorder().ok(line, window, intendedNanos, actualNanos, endNanos, endWindow, byLine[line]);
            byLine[line] = 0;
        }
        run.schedule().ended(busyNanos, operations);
        lineCount = 0;
        operations = 0;
        busyNanos = 0;
    }
}
