// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Outcome;

/**
 * Runs the operations of one emulated user on an event loop, several of which may be outstanding. Every method is
 * called on the loop's thread and must not block. An exception from a method, or from a task or handler on the loop, is
 * a fault of the plugin and makes the run invalid, unless its cause is a checked exception: failures of the SUT are
 * reported through the {@link Completion}.
 */
public interface AsyncDriver {
    /**
     * Begins to connect. The completion must be called once. Like {@link Driver#connect}, this method is called again
     * after a lost connection.
     */
    default void connect(Completion completion) {
        completion.complete(Outcome.ok());
    }

    /** Decides whether an operation of a conditional step is issued; see {@link Driver#applies}. */
    default boolean applies(OperationCall call) {
        return true;
    }

    /**
     * Begins one operation. The call object is valid until the completion is called. After a timeout, the harness
     * ignores a late completion.
     */
    void start(OperationCall call, Completion completion);

    /** Sends buffered requests. Called when all due operations have been started. */
    default void flush() {}

    /** Closes the connection because an operation has exceeded its timeout. A call of {@link #connect} follows. */
    default void abort() {}

    /** Releases all resources. Called once. */
    default void close() throws Exception {}
}
