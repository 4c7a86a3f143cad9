// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

/** What the actions of one user share, such as its connection and its cookies. One thread at a time, but for abort. */
public interface Client {
    /** Connects, as {@link org.plateaubench.spi.Driver#connect} does. */
    default void connect() throws Exception {}

    /** Whether the user has nothing more to do. */
    default boolean isDone() {
        return false;
    }

    /** Makes a running action return soon. Any thread. */
    default void abort() {}

    /** Releases all resources. */
    default void close() throws Exception {}
}
