// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.nio.file.Path;
import org.apiguardian.api.API;

/** Which certificates of servers are believed. */
@API(status = EXPERIMENTAL, since = "0.1")
public sealed interface HttpTrust {
    /** The authorities that the JDK knows, and the name of the host. */
    record Authorities() implements HttpTrust {}

    /**
     * The certificates of a PEM file and what they have signed, and the name of the host.
     *
     * @param certificates one or more, each between its BEGIN and END lines
     */
    record CertificateFile(Path certificates) implements HttpTrust {}

    /** Any certificate of any name: for a lab whose servers have signed their own. */
    record Anything() implements HttpTrust {}
}
