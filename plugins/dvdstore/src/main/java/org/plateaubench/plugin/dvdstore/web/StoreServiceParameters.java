// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.web;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/**
 * Keys of a SUT of service {@code dvdstore}. The key {@code url} is for mode external, those before it for mode
 * embedded.
 */
public record StoreServiceParameters(
        @Parameter(
                description = "Loopback port of the embedded application, 0 for a free one.",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int port,

        @Parameter(
                description =
                        "Java heap of the embedded application, all of it reserved at the start; its own database is"
                                + " part of it.",
                defaultValue = "" + DEFAULT_HEAP_MEBIBYTES,
                unit = "MiB",
                min = 128,
                max = 1_048_576)
        int heapMebibytes,

        @Parameter(
                description = "Connections of the embedded application to its database.",
                defaultValue = "" + DEFAULT_CONNECTIONS,
                min = 1,
                max = 1_000)
        int connections,

        @Parameter(
                description =
                        "Factor of a small store with reviews that is loaded right after the start, for trying the"
                                + " application by hand; 0 for none, since a run loads its own.",
                defaultValue = "0",
                min = 0,
                max = 1)
        double loadFactor,

        @Parameter(
                description = "Address of an external application with its folder, such as http://web.lab/ds3.",
                defaultValue = "",
                reach = Reach.TARGET)
        String url,

        @Parameter(
                description =
                        "SUT of the run file with the application's database, of service h2, postgresql or mariadb."
                                + " Required in mode external; in mode embedded, empty for an H2 database inside the application.",
                defaultValue = "",
                sut = true)
        String database) {

    private static final int DEFAULT_HEAP_MEBIBYTES = 512;
    private static final int DEFAULT_CONNECTIONS = 16;

    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = new ModeKeys(mode)
                .external("url", !url.isEmpty())
                .embedded("port", port != 0)
                .embedded("heapMebibytes", heapMebibytes != DEFAULT_HEAP_MEBIBYTES)
                .embedded("connections", connections != DEFAULT_CONNECTIONS)
                .embedded("loadFactor", loadFactor != 0)
                .problems();
        if (mode != SutContext.Mode.EXTERNAL) {
            return findings;
        }
        if (!url.startsWith("http://") && !url.startsWith("https://") && !SutServiceType.isReference(url)) {
            findings.add(Finding.problem(
                            "An external application needs the address of its pages.",
                            "It begins with http:// or https://.")
                    .about("url"));
        }
        if (database.isEmpty()) {
            findings.add(Finding.problem(
                            "An external application needs its database, whose rows are loaded and counted.",
                            "Describe the database as another SUT, and name that SUT here.")
                    .about("database"));
        }
        return findings;
    }
}
