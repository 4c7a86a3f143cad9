// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Outcome;

/**
 * Runs the operations of one emulated user on an event loop, with several outstanding. Every method is called on the
 * loop's thread and must not block. An exception from a method, or from a task or handler on the loop, is a fault of
 * the plugin and makes the run invalid, unless a checked exception caused it: what the SUT did is reported through the
 * {@link Completion}.
 */
public interface AsyncDriver {
    /** Begins to connect; completes once. Like {@link Driver#connect}, it is called again after a lost connection. */
    default void connect(Completion completion) {
        completion.complete(Outcome.ok());
    }

    /**
     * Begins one operation. The call object stays valid until its completion; after a timeout the harness ignores a
     * late completion.
     */
    void start(OperationCall call, Completion completion);

    /** Sends what is buffered; called when every operation that is due has been started. */
    default void flush() {}

    /** Drops the connection, since an operation has exceeded its timeout; {@link #connect} follows. */
    default void abort() {}

    /** Releases everything. Called once. */
    default void close() throws Exception {}
}
