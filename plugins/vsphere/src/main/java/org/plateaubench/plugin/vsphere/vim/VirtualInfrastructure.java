// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session with a vCenter Server: all that this plugin asks of one, so that another client can take the place of ours. One
 * thread at a time. Every call has a deadline, and returns soon when the client that the session was opened with is shut down. A call that the server refuses throws {@link
 * VimException}, one that does not reach it another {@link IOException}.
 */
public interface VirtualInfrastructure extends AutoCloseable {
    /** Product, version and build, such as {@code VMware vCenter Server 8.0.3 build-24022515}. */
    String product();

    /** Identity of this installation, the same until it is replaced. */
    String instance();

    /** The server's clock. */
    Instant clock() throws IOException, InterruptedException;

    /** All that the user sees. */
    Inventory inventory() throws IOException, InterruptedException;

    /** One machine as it is now. */
    Inventory.Machine machine(ManagedObject machine) throws IOException, InterruptedException;

    /** All counters of the performance manager. */
    List<PerformanceCounter> counters() throws IOException, InterruptedException;

    /**
     * The newest real-time samples, which the server takes every 20 s.
     *
     * @param most samples for each counter of each object
     */
    List<PerformanceSample> samples(List<ManagedObject> entities, List<PerformanceCounter> counters, int most)
            throws IOException, InterruptedException;

    /**
     * Moves a machine to another host, another datastore, or both.
     *
     * @param limit longest wait for the task
     */
    TaskResult relocate(
            ManagedObject machine, @Nullable ManagedObject host, @Nullable ManagedObject datastore, Duration limit)
            throws IOException, InterruptedException;

    /** Clones a machine or template into its folder and the place given; {@link TaskResult#made} is the clone, powered off. */
    TaskResult cloneMachine(Inventory.Machine source, Placement placement, String name, String note, Duration limit)
            throws IOException, InterruptedException;

    /** Powers a machine on or off. */
    TaskResult power(ManagedObject machine, boolean on, Duration limit) throws IOException, InterruptedException;

    /** Takes a snapshot without memory; {@link TaskResult#made} is the snapshot. */
    TaskResult takeSnapshot(ManagedObject machine, String name, Duration limit)
            throws IOException, InterruptedException;

    /** Removes a snapshot. */
    TaskResult removeSnapshot(ManagedObject snapshot, Duration limit) throws IOException, InterruptedException;

    /** Deletes a machine that is powered off, with its files. */
    TaskResult destroy(ManagedObject machine, Duration limit) throws IOException, InterruptedException;

    /** Signs out. */
    @Override
    void close();

    /** Where a clone is put. */
    record Placement(ManagedObject pool, ManagedObject host, ManagedObject datastore) {}
}
