// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.plateaubench.spi.SutException;

/** The facts about a SUT that an {@link EmbeddedService} provides while the SUT runs. Thread-safe. */
public interface RunningSut {
    /** The properties that workloads and telemetry need to reach the SUT; secrets are recognised by their names. */
    Map<String, String> properties();

    /** Where the SUT listens, such as {@code 127.0.0.1:6379}, for messages. */
    String endpoint();

    /** Versions and settings, without secrets; may query the servers. */
    Map<String, String> configuration() throws IOException, SutException;

    /** Instructions for a person, a line each, without secrets; see {@link org.plateaubench.spi.SutService#access}. */
    default List<String> access() {
        return List.of();
    }
}
