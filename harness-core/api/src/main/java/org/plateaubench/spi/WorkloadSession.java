// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

/** A workload in one agent: creates the drivers of its users. {@code driver} methods may be called by any thread. */
public interface WorkloadSession {
    /** The blocking driver of one user; must not connect yet. */
    default Driver driver(UserContext user) {
        throw new UnsupportedOperationException("this workload has no blocking driver");
    }

    /** The asynchronous driver of one user, confined to the given event loop; must not connect yet. */
    default AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
        throw new UnsupportedOperationException("this workload has no event-loop driver");
    }

    /** Called once, after every driver was closed. */
    default void close() throws Exception {}
}
