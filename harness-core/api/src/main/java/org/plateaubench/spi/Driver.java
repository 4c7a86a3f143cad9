// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Outcome;

/**
 * Runs the operations of one emulated user with blocking calls. Except for {@link #abort}, methods are never called
 * concurrently, and each call happens-before the next one, which may be on another thread.
 */
public interface Driver {
    /**
     * Connects to the SUT. Called before the first operation and, with back-off, after an outcome or exception that
     * means a lost connection. The call is not timed as an operation, but operations that become due meanwhile wait,
     * and their waiting time counts.
     *
     * @throws Exception if the SUT refuses the connection or is unreachable; the user is then missing from the load. An
     *     {@code Error}, and an unchecked exception of the JDK such as {@code NullPointerException} without a checked
     *     cause, are faults of the plugin and make the run invalid
     */
    default void connect() throws Exception {}

    /**
     * Decides whether an operation of a conditional step is issued. Called when the operation before it has ended. If not,
     * neither the operation nor its pause takes place or is counted. Must not wait: this time is not part of any
     * response time. An exception is a fault of the plugin, like one of {@link #execute}.
     */
    default boolean applies(OperationCall call) {
        return true;
    }

    /**
     * Builds the request of an operation before its intended start, so that this work is not part of the response time.
     * It must not wait for the SUT: no timeout ends it, and an untimed request would hide how slow the SUT is.
     *
     * @throws Exception like {@link #execute}; the operation then fails when it is due
     */
    default void prepareOperation(OperationCall call) throws Exception {}

    /**
     * Executes one operation.
     *
     * @return its outcome
     * @throws Exception counts as an error, after which the driver is connected again. A checked exception, such as an
     *     {@code IOException}, and an unchecked one with a checked cause have the error class {@code exception}. Any
     *     other exception, an {@code Error}, and null as the outcome are faults of the plugin, of class {@code
     *     plugin-fault}. They make the run invalid because they show nothing about the SUT
     */
    Outcome execute(OperationCall call) throws Exception;

    /**
     * Whether the user has ended its work, such as when its data has run out. Called before each unit of a closed load:
     * the user then begins no further unit and stays connected, and none is due for it.
     */
    default boolean isDone() {
        return false;
    }

    /**
     * Makes a running {@link #execute} or {@link #connect} return soon, for example by closing its socket. Called by
     * another thread when an operation has exceeded its timeout, because a read of a socket ignores interruption. The
     * operation counts as the error {@code timeout} whatever {@code execute} returns, and the driver is connected
     * again.
     */
    default void abort() {}

    /** Releases all resources. Called once, and not while an operation runs. */
    default void close() throws Exception {}
}
