// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.time.Duration;

/** A connection to a platform, which transports its sessions. To be closed after they have ended. */
public interface PlatformConnection extends AutoCloseable {
    /**
     * Signs in. One thread at a time.
     *
     * @param limit longest wait for the answer to any call without a separate limit
     */
    MachinePlatform signIn(Duration limit) throws IOException, InterruptedException;

    /** Ends running calls at once; the connection is then unusable. Any thread. */
    void abort();

    @Override
    void close();
}
