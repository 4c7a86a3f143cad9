// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.spec;

/** Is notified of failures while a workload is driven. Called on any thread, never for a successful operation. */
public interface RunListener {
    /** A user could not be created or connected, or did not return from an aborted operation. */
    void userFailed(int user, String message);

    /** The harness or a plugin has violated a rule. */
    void fault(String message);

    /**
     * A plugin threw an exception because of a fault in its code. The exception is counted and described elsewhere;
     * only this method receives its stack trace.
     */
    default void pluginThrew(Throwable fault) {}
}
