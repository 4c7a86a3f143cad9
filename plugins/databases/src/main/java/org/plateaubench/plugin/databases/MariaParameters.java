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

/** Keys of a SUT of service {@code mariadb}. The first four are for mode embedded, the rest for mode external. */
public record MariaParameters(
        @Parameter(
                description = "InnoDB buffer pool of the embedded server, innodb_buffer_pool_size",
                defaultValue = "" + DEFAULT_BUFFER_POOL_MEBIBYTES,
                unit = "MiB",
                min = 16,
                max = 1_048_576)
        int bufferPoolMebibytes,

        @Parameter(
                description = "Connections that the embedded server accepts, max_connections",
                defaultValue = "" + DEFAULT_MAX_CONNECTIONS,
                min = 10,
                max = 100_000)
        int maxConnections,

        @Parameter(
                description = "Loopback port of the embedded server, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int port,

        @Parameter(
                description = "Folder of an installed server, such as /usr, instead of the published one",
                defaultValue = "",
                reach = Reach.FOLDER)
        String home,

        ExternalKeys external,

        ClientCertificate certificate) {

    static final int DEFAULT_BUFFER_POOL_MEBIBYTES = 512;
    static final int DEFAULT_MAX_CONNECTIONS = 500;

    public static MariaParameters embedded(int mebibytes, int connections) {
        return new MariaParameters(mebibytes, connections, 0, "", new ExternalKeys("", "", ""), ClientCertificate.NONE);
    }

    List<Finding> check(SutContext.Mode mode) {
        ModeKeys embedded = new ModeKeys(mode)
                .embedded("bufferPoolMebibytes", bufferPoolMebibytes != DEFAULT_BUFFER_POOL_MEBIBYTES)
                .embedded("maxConnections", maxConnections != DEFAULT_MAX_CONNECTIONS)
                .embedded("port", port != 0)
                .embedded("home", !home.isEmpty())
                .external("clientCertificate", certificate.isGiven());
        List<Finding> findings = new ArrayList<>(external.check(
                mode,
                embedded,
                "MariaDB or MySQL",
                List.of(
                        "jdbc:mariadb://",
                        "jdbc:mysql://",
                        "jdbc:mariadb:sequential://",
                        "jdbc:mariadb:loadbalance://")));
        findings.addAll(certificate.check(true));
        if (certificate.isGiven() && !certificate.clientCertificate().endsWith(".p12")) {
            findings.add(Finding.problem(
                            "MariaDB's driver reads a client certificate with its key from PKCS#12 only.",
                            "Convert it by 'openssl pkcs12 -export -in own.pem -inkey own.key -out own.p12'.")
                    .about("clientCertificate"));
        }
        return findings;
    }
}
