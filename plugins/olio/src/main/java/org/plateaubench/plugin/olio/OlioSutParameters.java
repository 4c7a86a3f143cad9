// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** Keys of a SUT of service {@code olio}. The last two are for mode external, the rest for mode embedded. */
public record OlioSutParameters(
        @Parameter(
                description = "Loopback port of the embedded application, 0 for a free one",
                defaultValue = "0",
                min = 0,
                max = 65_535)
        int port,

        @Parameter(
                description = "Java heap of the embedded application, all of it reserved at the start",
                defaultValue = "" + DEFAULT_HEAP_MEBIBYTES,
                unit = "MiB",
                min = 128,
                max = 1_048_576)
        int heapMebibytes,

        @Parameter(
                description = "SUT of the run file that holds the data, of service h2, postgresql or mariadb; empty for"
                        + " an H2 database inside the application",
                defaultValue = "",
                sut = true)
        String database,

        @Parameter(
                description = "Connections of the application to its database",
                defaultValue = "" + DEFAULT_CONNECTIONS,
                min = 1,
                max = 1_000)
        int connections,

        @Parameter(
                description = "Concurrent users whose data is loaded right after the start, for trying the application"
                        + " by hand; 0 for none, since a run loads its own",
                defaultValue = "0",
                min = 0,
                max = Scale.MAX_CONCURRENT_USERS)
        int loadUsers,

        @Parameter(description = "Address of an external site, such as http://web.lab:8080", defaultValue = "")
        String url,

        @Parameter(
                description = "Token of an external reference application, which lets the harness load its data;"
                        + " empty for a site whose data the harness does not load",
                defaultValue = "",
                secret = true)
        String harnessToken) {
    public static final String SERVICE = "olio";

    /**
     * Property of the address of a SUT: base address of the site, such as {@code http://127.0.0.1:8080}, without a
     * slash at the end.
     */
    static final String URL_PROPERTY = "url";

    /**
     * Property of the address of a SUT: the harness's token for the reference application; missing without such an
     * application. It has the name of a secret, so that it is never shown.
     */
    static final String TOKEN_PROPERTY = "password";

    private static final int DEFAULT_HEAP_MEBIBYTES = 512;
    private static final int DEFAULT_CONNECTIONS = 16;

    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = new ModeKeys(mode)
                .external("url", !url.isEmpty())
                .external("harnessToken", !harnessToken.isEmpty())
                .embedded("port", port != 0)
                .embedded("heapMebibytes", heapMebibytes != DEFAULT_HEAP_MEBIBYTES)
                .embedded("database", !database.isEmpty())
                .embedded("connections", connections != DEFAULT_CONNECTIONS)
                .embedded("loadUsers", loadUsers != 0)
                .problems();
        // A reference to the environment is checked again after it is resolved.
        if (mode == SutContext.Mode.EXTERNAL
                && !url.startsWith("http://")
                && !url.startsWith("https://")
                && !SutServiceType.isReference(url)) {
            findings.add(Finding.problem(
                            url.isEmpty() ? "An external site needs an address." : "The address is not an HTTP URL.",
                            "It begins with http:// or https://.")
                    .about("url"));
        }
        return findings;
    }

    /** Returns the keys as text, without the token. */
    @Override
    public String toString() {
        return "OlioSutParameters[port=" + port + ", heapMebibytes=" + heapMebibytes + ", database=" + database
                + ", connections=" + connections + ", loadUsers=" + loadUsers + ", url="
                + url + "]";
    }
}
