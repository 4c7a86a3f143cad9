// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * A session with a vCenter Server, with all requests of this plugin, so that a different client can be used. {@link
 * #cloneMachine} creates the clone in the folder of its source; snapshots do not contain memory.
 */
public interface VirtualInfrastructure extends MachinePlatform {
    /** Product, version and build, such as {@code VMware vCenter Server 8.0.3 build-24022515}. */
    String product();

    /** Reads the server's clock. */
    Instant clock() throws IOException, InterruptedException;

    /** Reads all counters of the performance manager. */
    List<PerformanceCounter> counters() throws IOException, InterruptedException;

    /**
     * Reads the newest real-time samples, which the server takes every 20 s.
     *
     * @param most greatest number of samples for each counter of each object
     */
    List<PerformanceSample> samples(List<ManagedObject> entities, List<PerformanceCounter> counters, int most)
            throws IOException, InterruptedException;
}
