// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.spec;

/** Receives failures while a workload is driven. Any thread; never called for a successful operation. */
public interface RunListener {
    /** A user could not be created or connected, or did not return from an aborted operation. */
    void userFailed(int user, String what);

    /** The harness or a plugin has violated a rule. */
    void fault(String what);

    /** An exception is a fault of the plugin. It is counted and described elsewhere; its stack trace is not. */
    default void thrown(Throwable fault) {}
}
