// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import org.plateaubench.measure.PhaseWindow;

/**
 * Successes that one loop hears of together: those that have all stamps in common, as the commands of a batch whose
 * replies came with one socket read, are recorded with their number and not one by one. That is as exact. Confined to the
 * loop, or to whoever has taken it.
 */
final class EndTally {
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

    EndTally(RunContext run) {
        this.run = run;
        this.byLine = new int[run.spec().definition().operations().size()];
        this.lines = new int[byLine.length];
    }

    /**
     * An operation that is a unit of its own has succeeded.
     *
     * @param itsDispatchLagNanos how late the harness started it
     * @param itsCompletionLagNanos how long its reply has waited for the harness
     * @param itsBusyNanos for how long it was in flight by the harness's own clock
     */
    void ok(
            int line,
            PhaseWindow itsWindow,
            long itsIntendedNanos,
            long itsActualNanos,
            long itsEndNanos,
            long itsDispatchLagNanos,
            long itsCompletionLagNanos,
            long itsBusyNanos) {
        if (endNanos != itsEndNanos
                || actualNanos != itsActualNanos
                || intendedNanos != itsIntendedNanos
                || dispatchLagNanos != itsDispatchLagNanos
                || completionLagNanos != itsCompletionLagNanos
                || !window.equals(itsWindow)) {
            record();
            window = itsWindow;
            intendedNanos = itsIntendedNanos;
            actualNanos = itsActualNanos;
            endNanos = itsEndNanos;
            dispatchLagNanos = itsDispatchLagNanos;
            completionLagNanos = itsCompletionLagNanos;
        }
        if (byLine[line]++ == 0) {
            lines[lineCount++] = line;
        }
        operations++;
        busyNanos += itsBusyNanos;
    }

    /** Records what has been tallied. */
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
        run.schedule().ends(busyNanos, operations);
        lineCount = 0;
        operations = 0;
        busyNanos = 0;
    }
}
