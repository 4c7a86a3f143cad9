// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.Map;

/**
 * A workload in one agent, which creates the drivers of its users. The methods that create drivers may be called by any
 * thread.
 */
public interface WorkloadSession {
    /**
     * The versions of the programs on the agent's host that the workload runs, by name. Called once, before any user
     * starts; stored in the environment of the run, and compared with that of other runs.
     */
    default Map<String, String> versions() {
        return Map.of();
    }

    /** Creates the blocking driver of one user. Must not connect yet. */
    default Driver driver(UserContext user) {
        throw new UnsupportedOperationException("this workload has no blocking driver");
    }

    /**
     * Creates the asynchronous driver of one user, which is used only on the given event loop. Must not connect yet.
     */
    default AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
        throw new UnsupportedOperationException("this workload has no event-loop driver");
    }

    /** Releases all resources. Called once, after all drivers have been closed. */
    default void close() throws Exception {}
}
