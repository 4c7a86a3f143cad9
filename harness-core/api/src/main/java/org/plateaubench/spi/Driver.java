// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.plateaubench.api.Outcome;

/**
 * Runs the operations of one emulated user, blocking. User-confined: never called concurrently, and each call
 * happens-before the next, though the thread may differ. The exception is {@link #abort}.
 */
@API(status = EXPERIMENTAL, since = "0.1")
public interface Driver {
    /**
     * Connects: before the first operation, and with back-off after an outcome or exception that cost the connection.
     * Not timed as an operation; what falls due meanwhile waits, and the wait counts.
     */
    default void connect() throws Exception {}

    /** Builds what the operation will send, before its intended start and outside its time. */
    default void prepareOperation(OperationCall call) throws Exception {}

    /**
     * Does one operation.
     *
     * @return what became of it; an exception counts as an error whose class is {@code exception} and costs the
     *     connection
     */
    Outcome execute(OperationCall call) throws Exception;

    /**
     * Makes a running {@link #execute} or {@link #connect} return soon, by closing its socket for example. Called by
     * another thread when an operation has overrun its timeout, since a socket read does not honour interruption; the
     * operation then counts as the error {@code timeout} whatever it returns, and the driver is connected anew.
     */
    default void abort() {}

    /** Releases everything. Called once; not while an operation runs. */
    default void close() throws Exception {}
}
