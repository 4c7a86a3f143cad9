// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

/** Hears what goes wrong while a workload is driven. Any thread; never called for a good operation. */
public interface RunListener {
    /**
     * A user could not be made or connected, or did not come back from an aborted operation.
     *
     * @param user global number of the user
     */
    void userFailed(int user, String what);

    /** Something that the harness or a plugin must not do has happened. */
    void fault(String what);
}
