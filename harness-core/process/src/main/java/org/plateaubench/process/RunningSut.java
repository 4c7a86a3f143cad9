// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.plateaubench.spi.SutException;

/** What an {@link EmbeddedService} knows about its SUT while the SUT runs. Any thread. */
public interface RunningSut {
    /**
     * The properties of the SUT's address, which workloads and telemetry need to reach it. Secrets have names that mark
     * them as secret.
     */
    Map<String, String> properties();

    /** The address that it listens on, the end of a sentence, such as {@code 127.0.0.1:5432}. */
    String place();

    /**
     * Versions and settings, without secrets; may query the servers.
     *
     * @throws IOException when they do not answer
     * @throws SutException with a sentence when they do not answer
     */
    Map<String, String> configuration() throws IOException, SutException;

    /**
     * How a person accesses the SUT, a line each, without secrets; see {@link org.plateaubench.spi.SutService#access}.
     */
    default List<String> access() {
        return List.of();
    }
}
