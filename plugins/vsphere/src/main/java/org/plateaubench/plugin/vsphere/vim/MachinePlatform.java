// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A session with a platform that runs machines: all that the operations of this plugin ask of one, whichever platform it is. One thread at
 * a time. Every call has a deadline, and returns soon when the {@link PlatformConnection} that the session was opened with is aborted. A
 * call that the platform refuses throws {@link VimException}, one that does not reach it another {@link IOException}.
 */
public interface MachinePlatform extends AutoCloseable {
    /** Identity of this installation, the same until it is replaced. */
    String instance();

    /** The inventory of all that the user sees. */
    Inventory inventory() throws IOException, InterruptedException;

    /** One machine as it is now. */
    Inventory.Machine machine(ManagedObject machine) throws IOException, InterruptedException;

    /**
     * Moves a machine to another host, another datastore, or both.
     *
     * @param limit longest wait for the task
     */
    default TaskResult relocate(
            ManagedObject machine, @Nullable ManagedObject host, @Nullable ManagedObject datastore, Duration limit)
            throws IOException, InterruptedException {
        throw new VimException("NotSupported", "Machines are not moved on this platform.");
    }

    /** Clones a machine or template; {@link TaskResult#made} is the clone, powered off. */
    TaskResult cloneMachine(Inventory.Machine source, Placement placement, String name, String note, Duration limit)
            throws IOException, InterruptedException;

    /** Powers a machine on or off. */
    TaskResult power(ManagedObject machine, boolean on, Duration limit) throws IOException, InterruptedException;

    /** Stops the processors of a running machine, whose memory stays where it is, or lets them run again. */
    default TaskResult pause(ManagedObject machine, boolean paused, Duration limit)
            throws IOException, InterruptedException {
        throw new VimException("NotSupported", "Machines are not paused on this platform.");
    }

    /** Takes a snapshot; {@link TaskResult#made} is the snapshot. */
    TaskResult takeSnapshot(ManagedObject machine, String name, Duration limit)
            throws IOException, InterruptedException;

    /** The snapshots of all machines that the user sees, in no order. */
    List<Snapshot> snapshots() throws IOException, InterruptedException;

    /** Removes a snapshot, and none that was taken after it. */
    TaskResult removeSnapshot(ManagedObject snapshot, Duration limit) throws IOException, InterruptedException;

    /** Deletes a machine that is powered off, with its files. */
    TaskResult destroy(ManagedObject machine, Duration limit) throws IOException, InterruptedException;

    /**
     * Deletes a machine that a run has left, in whatever state it is, with those of its files that no other machine uses.
     *
     * @param limit longest wait for each task
     */
    default void clear(Inventory.Machine machine, Duration limit) throws IOException, InterruptedException {
        if (machine.poweredOn()) {
            power(machine.self(), false, limit);
        }
        destroy(machine.self(), limit);
    }

    /**
     * Deletes what belongs to no machine since a clone was interrupted, where the platform can leave such things.
     *
     * @param names the names of the clones that may have been interrupted
     * @param datastores names of the datastores where clones are put; nothing is deleted in another
     * @param limit longest wait for each task
     */
    default void deleteUnfinished(Predicate<String> names, Predicate<String> datastores, Duration limit)
            throws IOException, InterruptedException {}

    /** Signs out. */
    @Override
    void close();

    /** A snapshot of a machine. */
    record Snapshot(ManagedObject self, String name) {}

    /** Where a clone is put. */
    record Placement(ManagedObject pool, ManagedObject host, ManagedObject datastore) {}
}
