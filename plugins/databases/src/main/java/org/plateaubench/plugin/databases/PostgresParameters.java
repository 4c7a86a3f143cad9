// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code postgresql}. The first four are for mode embedded, the rest for external. */
public record PostgresParameters(
        @Parameter(
                description = "Memory of the embedded server for pages (shared_buffers)",
                defaultValue = "" + DEFAULT_BUFFERS_MEBIBYTES,
                unit = "MiB",
                min = 16,
                max = 1_048_576)
        int sharedBuffersMebibytes,

        @Parameter(
                description = "Connections the embedded server accepts (max_connections)",
                defaultValue = "" + DEFAULT_CONNECTIONS,
                min = 10,
                max = 10_000)
        int maxConnections,

        @Parameter(
                description = "Loopback port of the embedded server, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int port,

        @Parameter(
                description = "Folder of an installed server, with bin/postgres in it, instead of the published one",
                defaultValue = "",
                reach = Reach.FOLDER)
        String home,

        ExternalKeys external,

        ClientCertificate certificate) {

    private static final int DEFAULT_BUFFERS_MEBIBYTES = 128;
    private static final int DEFAULT_CONNECTIONS = 500;

    public static PostgresParameters embedded(int mebibytes, int connections) {
        return new PostgresParameters(
                mebibytes, connections, 0, "", new ExternalKeys("", "", ""), ClientCertificate.NONE);
    }

    List<Finding> check(SutContext.Mode mode) {
        ModeKeys embedded = new ModeKeys(mode)
                .embedded("sharedBuffersMebibytes", sharedBuffersMebibytes != DEFAULT_BUFFERS_MEBIBYTES)
                .embedded("maxConnections", maxConnections != DEFAULT_CONNECTIONS)
                .embedded("port", port != 0)
                .embedded("home", !home.isEmpty())
                .external("clientCertificate", certificate.isGiven());
        List<Finding> findings =
                new ArrayList<>(external.check(mode, embedded, "PostgreSQL", List.of("jdbc:postgresql://")));
        findings.addAll(certificate.check(true));
        return findings;
    }
}
