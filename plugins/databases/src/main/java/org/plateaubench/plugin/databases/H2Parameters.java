// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code h2}. The first three are for mode embedded, the rest for mode external. */
public record H2Parameters(
        @Parameter(description = "Where the embedded database keeps its data", defaultValue = "memory")
        Storage storage,

        @Parameter(
                description = "Java heap of the embedded server, all of it reserved at the start",
                defaultValue = "" + DEFAULT_HEAP_MEBIBYTES,
                unit = "MiB",
                min = 64,
                max = 1_048_576)
        int heapMebibytes,

        @Parameter(
                description = "Loopback port of the embedded server, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int port,

        ExternalKeys external) {

    private static final int DEFAULT_HEAP_MEBIBYTES = 512;

    /** Other addresses of H2 would open the database inside the harness. */
    List<Finding> check(SutContext.Mode mode) {
        ModeKeys embedded = new ModeKeys(mode)
                .embedded("storage", storage != Storage.MEMORY)
                .embedded("heapMebibytes", heapMebibytes != DEFAULT_HEAP_MEBIBYTES)
                .embedded("port", port != 0);
        return external.check(mode, embedded, "H2", List.of("jdbc:h2:tcp://", "jdbc:h2:ssl://"));
    }

    public enum Storage {
        /** Data in the heap of the server's process, lost when it ends. */
        MEMORY,
        /** Data in a file below the folder of the SUT, kept for the next start. */
        FILE
    }
}
