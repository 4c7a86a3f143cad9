// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The actions that undo the first operation of a unit, for each machine whose unit is not complete: when a run ends or
 * an operation exceeds its timeout, a machine may be off or paused or have a snapshot. Any thread.
 */
final class UnfinishedUnits {
    private final Map<ManagedObject, Undoing> byMachine = new ConcurrentHashMap<>();

    @FunctionalInterface
    interface Undoing {
        void on(MachinePlatform session, Duration limit) throws IOException, InterruptedException;
    }

    /** Records that the unit of a machine has begun with an operation that the given action undoes. */
    void begin(ManagedObject machine, Undoing undoing) {
        byMachine.put(machine, undoing);
    }

    /** Records that the unit of a machine has ended or has changed nothing. */
    void end(ManagedObject machine) {
        byMachine.remove(machine);
    }

    boolean isEmpty() {
        return byMachine.isEmpty();
    }

    /**
     * Undoes the remaining operations on the chosen machines. An operation whose undoing the platform refuses counts as
     * undone.
     *
     * @param limit longest wait for each task
     * @throws IOException if the platform cannot be reached; the other operations then remain
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
