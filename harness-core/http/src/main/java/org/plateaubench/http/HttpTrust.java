// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.nio.file.Path;

/** The trusted server certificates. */
public sealed interface HttpTrust {
    /** Certificates of the authorities that the JDK trusts, for the name of the host. */
    record Authorities() implements HttpTrust {}

    /**
     * Certificates of a PEM file and those that they have signed, for the name of the host.
     *
     * @param certificates file of one or more, each between its BEGIN and END lines
     */
    record CertificateFile(Path certificates) implements HttpTrust {}

    /** Any certificate for any name: for a lab with self-signed servers. */
    record Anything() implements HttpTrust {}
}
