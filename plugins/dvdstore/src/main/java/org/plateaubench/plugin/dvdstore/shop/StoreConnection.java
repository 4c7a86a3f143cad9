// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

/** The connection of a shopper to a store. Used by one thread, except for {@link #abort}. */
public interface StoreConnection {
    /** Connects, after an earlier connection was closed or dropped. */
    StoreAccess connect() throws Exception;

    /** Ends a request in progress by dropping the connection. May be called by any thread. */
    void abort();

    /** Closes the connection. */
    void close() throws InterruptedException;

    /** Records the measurements of the operation that has ended. */
    default void endOperation() {}
}
