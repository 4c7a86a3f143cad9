// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

/** The resources that one user's actions share, such as cookies. Used by one thread, except for abort. */
public interface Client {
    /** Connects, as {@link org.plateaubench.spi.Driver#connect} does. */
    default void connect() throws Exception {}

    /** Whether the user has no further work. */
    default boolean isDone() {
        return false;
    }

    /** Makes a running action return soon. May be called by any thread. */
    default void abort() {}

    /** Releases all resources. */
    default void close() throws Exception {}
}
