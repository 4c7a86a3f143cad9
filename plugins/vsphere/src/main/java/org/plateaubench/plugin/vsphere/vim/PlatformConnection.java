// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.io.IOException;
import java.time.Duration;

/** What carries sessions with a platform. Closed when they have ended. */
public interface PlatformConnection extends AutoCloseable {
    /**
     * Signs in. One thread at a time.
     *
     * @param limit longest wait for the answer to any call but those that have limits of their own
     */
    MachinePlatform signIn(Duration limit) throws IOException, InterruptedException;

    /** Ends running calls at once, after which the connection is of no use. Any thread. */
    void abort();

    @Override
    void close();
}
