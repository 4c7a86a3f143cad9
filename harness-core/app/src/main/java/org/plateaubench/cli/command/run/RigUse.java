// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.plateaubench.app.ProcessLock;
import org.plateaubench.app.RigLock;
import org.plateaubench.app.RunTicket;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;

final class RigUse {
    private static final long GAP_MILLIS = 200;

    private RigUse() {}

    /** Informs the user, and a queue that started this process, that another run has the rig. */
    static int refuse(Path runs, Optional<RunTicket> ticket) throws IOException {
        String holder = RigLock.holder(runs);
        if (ticket.isPresent()) {
            ticket.get().refused(holder);
        }
        CommandName.report(holder + " Wait for it with --wait.");
        return ExitCode.CANNOT.code();
    }

    /** Acquires the rig; empty when another run has it, unless {@code wait}. */
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
