// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.server;

import java.util.Map;
import org.plateaubench.spi.SutException;

/** Asks one database about itself, always within a limit. Any thread. */
public interface DatabaseClient {
    /** Returns when the database has answered. */
    void check() throws SutException, InterruptedException;

    /** Version and the settings that shape a result, by the database's own names. */
    Map<String, String> settings() throws SutException;

    /** The address, without what may be a secret. */
    String place();
}
