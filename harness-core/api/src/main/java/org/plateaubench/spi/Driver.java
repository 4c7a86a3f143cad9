// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Outcome;

/**
 * Runs the operations of one emulated user, blocking. It is user-confined: never called concurrently, and each call
 * happens-before the next, though the thread may differ. The exception is {@link #abort}.
 */
public interface Driver {
    /**
     * Connects: called before the first operation, and with back-off after an outcome or exception that cost the
     * connection. It is not timed as an operation; operations that become due meanwhile wait, and the wait counts.
     *
     * @throws Exception when there is no connection, since the SUT refused it or cannot be reached: the user is then
     *     missing from the load. An unchecked exception of the JDK, such as a {@code NullPointerException}, that was
     *     not caused by a checked one, and an {@code Error}, are faults of the plugin, which make the run invalid
     */
    default void connect() throws Exception {}

    /**
     * Builds what the operation will send, before its intended start and outside its time. It must not wait for the SUT:
     * no timeout ends it, and a request that is not timed hides how slow the SUT is.
     *
     * @throws Exception like {@link #execute}; the operation then fails when it is due
     */
    default void prepareOperation(OperationCall call) throws Exception {}

    /**
     * Executes one operation.
     *
     * @return its outcome
     * @throws Exception counts as an error and costs the connection. A checked one, such as an {@code IOException}, or
     *     an unchecked one that was caused by a checked one, has the class {@code exception}. Any other exception, an
     *     {@code Error}, and null as the outcome are faults of the plugin, of class {@code plugin-fault}: they make the
     *     run invalid, since they show nothing about the SUT
     */
    Outcome execute(OperationCall call) throws Exception;

    /**
     * Makes a running {@link #execute} or {@link #connect} return soon, by closing its socket for example. Called by
     * another thread when an operation has exceeded its timeout, since a socket read does not honour interruption; the
     * operation then counts as the error {@code timeout} whatever it returns, and the driver is connected again.
     */
    default void abort() {}

    /** Releases everything. Called once; not while an operation runs. */
    default void close() throws Exception {}
}
