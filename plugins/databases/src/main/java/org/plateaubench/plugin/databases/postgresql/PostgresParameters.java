// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.postgresql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.plugin.databases.server.ModeKeys;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code postgresql}. The first four are for mode embedded, the others for external. */
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
                defaultValue = "")
        String home,

        @Parameter(
                description = "JDBC address of an external server, such as jdbc:postgresql://db.lab/store",
                defaultValue = "")
        String url,

        @Parameter(description = "User of an external database", defaultValue = "")
        String user,

        @Parameter(description = "Password at an external database", defaultValue = "", secret = true)
        String password) {

    private static final int DEFAULT_BUFFERS_MEBIBYTES = 128;
    private static final int DEFAULT_CONNECTIONS = 500;

    /** What the bounds of single keys cannot say. */
    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = new ArrayList<>();
        switch (mode) {
            case EMBEDDED -> {
                ModeKeys.foreign(findings, "url", !url.isEmpty(), "external");
                ModeKeys.foreign(findings, "user", !user.isEmpty(), "external");
                ModeKeys.foreign(findings, "password", !password.isEmpty(), "external");
            }
            case EXTERNAL -> {
                ModeKeys.foreign(
                        findings,
                        "sharedBuffersMebibytes",
                        sharedBuffersMebibytes != DEFAULT_BUFFERS_MEBIBYTES,
                        "embedded");
                ModeKeys.foreign(findings, "maxConnections", maxConnections != DEFAULT_CONNECTIONS, "embedded");
                ModeKeys.foreign(findings, "port", port != 0, "embedded");
                ModeKeys.foreign(findings, "home", !home.isEmpty(), "embedded");
                checkUrl(findings);
            }
        }
        return findings;
    }

    /** Says nothing of what stands in the address: it may hold a password. */
    private void checkUrl(List<Finding> findings) {
        if (url.contains("${")) {
            return; // Looked at once it is known what it refers to.
        }
        String lowerCase = url.toLowerCase(Locale.ROOT);
        if (!url.startsWith("jdbc:postgresql://")) {
            String message = url.isEmpty()
                    ? "An external database needs an address."
                    : "The address is not of a PostgreSQL server.";
            findings.add(Finding.problem(message, "It begins with jdbc:postgresql://.")
                    .about("url"));
        } else if (lowerCase.contains("user=") || lowerCase.contains("password=")) {
            findings.add(Finding.problem("The address must not hold user or password.", "They have keys of their own.")
                    .about("url"));
        }
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return "PostgresParameters[sharedBuffersMebibytes=" + sharedBuffersMebibytes + ", maxConnections="
                + maxConnections + ", port=" + port + ", home=" + home + ", url=" + url + ", user=" + user + "]";
    }
}
