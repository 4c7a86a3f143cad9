// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.nio.file.Path;

/** The server certificates that are trusted. */
public sealed interface HttpTrust {
    /** Certificates that are valid for the name of the host and signed by an authority that the JDK trusts. */
    record Authorities() implements HttpTrust {}

    /**
     * Certificates that are valid for the name of the host and are contained in a PEM file or signed by one in it.
     *
     * @param certificates file with one or more certificates, each between a BEGIN and an END line
     */
    record CertificateFile(Path certificates) implements HttpTrust {}

    /** Any certificate for any name, for a lab with self-signed certificates. */
    record Anything() implements HttpTrust {}
}
