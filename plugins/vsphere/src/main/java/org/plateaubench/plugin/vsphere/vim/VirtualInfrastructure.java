// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * A session with a vCenter Server: all that this plugin asks of one, so that another client can take the place of Plateau's.
 * {@link #cloneMachine} puts the clone into the folder of its source; a snapshot is without memory.
 */
public interface VirtualInfrastructure extends MachinePlatform {
    /** Product, version and build, such as {@code VMware vCenter Server 8.0.3 build-24022515}. */
    String product();

    /** The server's clock. */
    Instant clock() throws IOException, InterruptedException;

    /** All counters of the performance manager. */
    List<PerformanceCounter> counters() throws IOException, InterruptedException;

    /**
     * The newest real-time samples, which the server takes every 20 s.
     *
     * @param most samples for each counter of each object
     */
    List<PerformanceSample> samples(List<ManagedObject> entities, List<PerformanceCounter> counters, int most)
            throws IOException, InterruptedException;
}
