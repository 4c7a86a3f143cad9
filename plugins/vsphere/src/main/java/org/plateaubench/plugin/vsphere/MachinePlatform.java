// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A session with a virtualisation platform, with all requests that the operations of this plugin need on any platform.
 * Not thread-safe. Every call has a deadline, and returns soon if the session is aborted. A call that the platform
 * refuses throws {@link PlatformException}; a call that does not reach it throws another {@link IOException}.
 */
public interface MachinePlatform extends AutoCloseable {
    void signIn() throws IOException, InterruptedException;

    /** The identity of this installation, which is the same until the installation is replaced. */
    String instance() throws IOException;

    /** Product and version, and other facts for the environment of a run, by displayed name. */
    Map<String, String> environment() throws IOException, InterruptedException;

    Inventory inventory() throws IOException, InterruptedException;

    Inventory.Machine machine(ManagedObject machine) throws IOException, InterruptedException;

    /** Moves a machine to another host, another datastore, or both. */
    default TaskResult relocate(
            ManagedObject machine, @Nullable ManagedObject host, @Nullable ManagedObject datastore, Duration limit)
            throws IOException, InterruptedException {
        throw new PlatformException("NotSupported", "Machines are not moved on this platform.");
    }

    /** Clones a machine or template; {@link TaskResult#created} is the clone, powered off. */
    TaskResult cloneMachine(Inventory.Machine source, Placement placement, String name, String note, Duration limit)
            throws IOException, InterruptedException;

    TaskResult power(ManagedObject machine, boolean on, Duration limit) throws IOException, InterruptedException;

    /** Pauses the processors of a running machine, whose memory is not saved, or resumes them. */
    default TaskResult pause(ManagedObject machine, boolean paused, Duration limit)
            throws IOException, InterruptedException {
        throw new PlatformException("NotSupported", "Machines are not paused on this platform.");
    }

    /** Takes a snapshot; {@link TaskResult#created} is the snapshot. */
    TaskResult takeSnapshot(ManagedObject machine, String name, Duration limit)
            throws IOException, InterruptedException;

    /** Reads the snapshots of all machines that are visible to the user, in no particular order. */
    List<Snapshot> snapshots() throws IOException, InterruptedException;

    List<Snapshot> snapshots(ManagedObject machine) throws IOException, InterruptedException;

    /** Removes a snapshot, but not the snapshots that were taken after it. */
    TaskResult removeSnapshot(ManagedObject snapshot, Duration limit) throws IOException, InterruptedException;

    /** Deletes a machine that is powered off, with its files. */
    TaskResult destroy(ManagedObject machine, Duration limit) throws IOException, InterruptedException;

    /** Deletes a machine that remains after a run, in any state, with those of its files that no other machine uses. */
    default void clear(Inventory.Machine machine, Duration limit) throws IOException, InterruptedException {
        if (machine.poweredOn()) {
            power(machine.self(), false, limit);
        }
        destroy(machine.self(), limit);
    }

    /**
     * Deletes files that belong to no machine because a clone was interrupted, if this can happen on the platform.
     *
     * @param datastores selects the datastores of clones; nothing is deleted in others
     */
    default void deleteUnfinished(Predicate<String> names, Predicate<String> datastores, Duration limit)
            throws IOException, InterruptedException {}

    /** Ends running calls immediately; the session is then unusable. May be called by any thread. */
    void abort();

    @Override
    void close();

    record Snapshot(ManagedObject self, String name) {}

    record Placement(ManagedObject pool, ManagedObject host, ManagedObject datastore) {}

    /**
     * The result of a successful task. Both durations are measured by the server's clock, or by the client's if the
     * platform reports no times.
     *
     * @param waited time that the task was in the server's queue, not negative
     * @param worked time from the start to the end of the task, not negative
     * @param created the created object, such as a machine or a snapshot; null for none
     */
    record TaskResult(
            Duration waited, Duration worked, @Nullable ManagedObject created) {
        TaskResult plus(TaskResult later) {
            return new TaskResult(waited.plus(later.waited), worked.plus(later.worked), later.created);
        }
    }

    @FunctionalInterface
    interface Call<T> {
        T run() throws IOException, InterruptedException;
    }
}
