// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.plugin.databases.server.ModeKeys;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code h2}. The first three are for mode embedded, the others for mode external. */
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

        @Parameter(
                description = "JDBC address of an external server, such as jdbc:h2:tcp://db.lab/~/store",
                defaultValue = "")
        String url,

        @Parameter(description = "User of an external database", defaultValue = "")
        String user,

        @Parameter(description = "Password at an external database", defaultValue = "", secret = true)
        String password) {

    private static final int DEFAULT_HEAP_MEBIBYTES = 512;

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
                ModeKeys.foreign(findings, "storage", storage != Storage.MEMORY, "embedded");
                ModeKeys.foreign(findings, "heapMebibytes", heapMebibytes != DEFAULT_HEAP_MEBIBYTES, "embedded");
                ModeKeys.foreign(findings, "port", port != 0, "embedded");
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
        String upperCase = url.toUpperCase(Locale.ROOT);
        // Anything but a server's address would open the database inside the harness.
        if (!url.startsWith("jdbc:h2:tcp://") && !url.startsWith("jdbc:h2:ssl://")) {
            String message =
                    url.isEmpty() ? "An external database needs an address." : "The address is not of a server.";
            findings.add(Finding.problem(message, "It begins with jdbc:h2:tcp:// or jdbc:h2:ssl://.")
                    .about("url"));
        } else if (upperCase.contains(";USER=") || upperCase.contains(";PASSWORD=")) {
            findings.add(Finding.problem("The address must not hold user or password.", "They have keys of their own.")
                    .about("url"));
        }
    }

    /** Where an embedded database keeps its data. */
    public enum Storage {
        /** In the heap of its process; gone when that ends. */
        MEMORY,
        /** In a file below the folder of the SUT; there again at the next start. */
        FILE
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return "H2Parameters[storage=" + storage + ", heapMebibytes=" + heapMebibytes + ", port=" + port + ", url="
                + url + ", user=" + user + "]";
    }
}
