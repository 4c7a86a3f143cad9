// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.plateaubench.plugin.vsphere.vim.MachinePlatform;
import org.plateaubench.plugin.vsphere.vim.ManagedObject;
import org.plateaubench.plugin.vsphere.vim.VimException;

/**
 * What undoes the first operation of a unit, for each machine whose unit has not been carried out to its end: a run may end, or a
 * timeout come, while a machine is off or paused, or has a snapshot. Any thread.
 */
final class UnfinishedUnits {
    private final Map<ManagedObject, Undoing> byMachine = new ConcurrentHashMap<>();

    /** Undoes an operation. */
    @FunctionalInterface
    interface Undoing {
        /** Undoes the operation within a limit. */
        void on(MachinePlatform session, Duration limit) throws IOException, InterruptedException;
    }

    /** The unit of a machine has begun with what is undone so. */
    void begin(ManagedObject machine, Undoing undoing) {
        byMachine.put(machine, undoing);
    }

    /** The unit of a machine has ended, or has changed nothing. */
    void end(ManagedObject machine) {
        byMachine.remove(machine);
    }

    boolean isEmpty() {
        return byMachine.isEmpty();
    }

    /**
     * Undoes what is left of the machines chosen; what the platform refuses is undone already.
     *
     * @param limit longest wait for each task
     * @throws IOException when the platform is not reached; the rest is then still left
     */
    void undo(Predicate<ManagedObject> machines, MachinePlatform session, Duration limit)
            throws IOException, InterruptedException {
        for (Map.Entry<ManagedObject, Undoing> left : List.copyOf(byMachine.entrySet())) {
            if (machines.test(left.getKey())) {
                try {
                    left.getValue().on(session, limit);
                } catch (VimException e) {
                    if (e.isSessionEnded()) {
                        throw e;
                    }
                }
                byMachine.remove(left.getKey());
            }
        }
    }
}
