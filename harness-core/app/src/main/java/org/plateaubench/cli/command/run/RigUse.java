// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.plateaubench.app.ProcessLock;
import org.plateaubench.app.RigLock;
import org.plateaubench.app.RunTicket;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.display.CommandName;
import picocli.CommandLine.Option;

/** The options for other runs on the same rig: whether they are tolerated, and whether to wait for them. */
final class RigUse {
    private static final long GAP_MILLIS = 200;

    @Option(
            names = "--alone",
            description = "Use the rig exclusively: no other run with the same folder of runs may be in progress or"
                    + " begin during this one. Runs of a console's queue are always exclusive.")
    private boolean alone;

    @Option(names = "--wait", description = "Wait while a run that must not be disturbed uses the rig.")
    private boolean wait;

    boolean isWaiting() {
        return wait;
    }

    /** Acquires the right to use the rig; empty when another run has it and this one does not wait. */
    Optional<ProcessLock> take(Path runs) throws IOException, InterruptedException {
        return take(runs, alone ? ProcessLock.Use.ALONE : ProcessLock.Use.SHARED, wait);
    }

    /**
     * Informs the user, and the queue if one started this process, that another run has the rig. Returns the exit code.
     */
    static int refuse(Path runs, Optional<RunTicket> ticket) throws IOException {
        String holder = RigLock.holder(runs);
        if (ticket.isPresent()) {
            ticket.get().refused(holder);
        }
        CommandName.report(holder + " Wait for it with --wait.");
        return ExitCode.CANNOT.code();
    }

    /**
     * Acquires the right to use the rig; empty when another run has it.
     *
     * @param wait whether to wait for it instead
     */
    static Optional<ProcessLock> take(Path runs, ProcessLock.Use use, boolean wait)
            throws IOException, InterruptedException {
        // Checked before the lock is taken, because the holder of the lock must not check it.
        Optional<String> other = RigLock.user(runs);
        Optional<ProcessLock> lock = RigLock.take(runs, use);
        if (lock.isPresent() && other.isPresent()) {
            CommandName.report(
                    other.get() + " The two runs disturb each other; --alone --wait would wait for its end.");
        }
        if (wait && lock.isEmpty()) {
            CommandName.report(RigLock.holder(runs) + " Waiting for it; Ctrl-C gives up.");
            while (lock.isEmpty()) {
                TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
                lock = RigLock.take(runs, use);
            }
        }
        return lock;
    }
}
