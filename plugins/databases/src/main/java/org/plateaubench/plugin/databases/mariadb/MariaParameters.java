// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.spi.SutContext;

/** Keys of a SUT of service {@code mariadb}. The first four are for mode embedded, the others for mode external. */
public record MariaParameters(
        @Parameter(
                description = "InnoDB buffer pool of the embedded server, innodb_buffer_pool_size",
                defaultValue = "" + DEFAULT_BUFFER_POOL_MEBIBYTES,
                unit = "MiB",
                min = 16,
                max = 1_048_576)
        int bufferPoolMebibytes,

        @Parameter(
                description = "Clients that the embedded server takes at once, max_connections",
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
                defaultValue = "")
        String home,

        @Parameter(
                description = "JDBC address of an external server, such as jdbc:mariadb://db.lab/store",
                defaultValue = "")
        String url,

        @Parameter(description = "User of an external database", defaultValue = "")
        String user,

        @Parameter(description = "Password at an external database", defaultValue = "", secret = true)
        String password) {

    static final int DEFAULT_BUFFER_POOL_MEBIBYTES = 512;
    static final int DEFAULT_MAX_CONNECTIONS = 500;

    /** The driver takes this address of a MySQL server only with its option {@code permitMysqlScheme}. */
    private static final String MYSQL = "jdbc:mysql://";

    private static final String MARIADB = "jdbc:mariadb://";

    private static final Pattern CREDENTIAL = Pattern.compile("[?&](user|\\w*password\\w*)=", Pattern.CASE_INSENSITIVE);

    /** What the bounds of single keys cannot say. */
    List<Finding> check(SutContext.Mode mode) {
        List<Finding> findings = new ArrayList<>();
        switch (mode) {
            case EMBEDDED -> {
                foreign(findings, "url", !url.isEmpty(), "external");
                foreign(findings, "user", !user.isEmpty(), "external");
                foreign(findings, "password", !password.isEmpty(), "external");
            }
            case EXTERNAL -> {
                boolean poolGiven = bufferPoolMebibytes != DEFAULT_BUFFER_POOL_MEBIBYTES;
                foreign(findings, "bufferPoolMebibytes", poolGiven, "embedded");
                foreign(findings, "maxConnections", maxConnections != DEFAULT_MAX_CONNECTIONS, "embedded");
                foreign(findings, "port", port != 0, "embedded");
                foreign(findings, "home", !home.isEmpty(), "embedded");
                checkUrl(findings);
            }
        }
        return findings;
    }

    /** A key of the other mode; one that repeats its default cannot be told from one that is not given. */
    private static void foreign(List<Finding> findings, String key, boolean isGiven, String mode) {
        if (isGiven) {
            findings.add(
                    Finding.problem("The key belongs to mode " + mode + ".", "Take it out or set 'mode: " + mode + "'.")
                            .about(key));
        }
    }

    /** Says nothing of what stands in the address: it may hold a password. */
    private void checkUrl(List<Finding> findings) {
        if (url.contains("${")) {
            return; // Looked at once it is known what it refers to.
        }
        if (!url.startsWith(MARIADB) && !url.startsWith(MYSQL)) {
            String message = url.isEmpty()
                    ? "An external database needs an address."
                    : "The address is not of a MariaDB or MySQL server.";
            findings.add(Finding.problem(message, "It begins with " + MARIADB + " or " + MYSQL + ".")
                    .about("url"));
        } else if (CREDENTIAL.matcher(url).find()) {
            findings.add(Finding.problem("The address must not hold user or password.", "They have keys of their own.")
                    .about("url"));
        }
    }

    /** The address as the driver takes it. */
    String driverUrl() {
        if (!url.startsWith(MYSQL) || url.contains("permitMysqlScheme")) {
            return url;
        }
        return url + (url.contains("?") ? "&" : "?") + "permitMysqlScheme";
    }

    /** Leaves out the password. */
    @Override
    public String toString() {
        return "MariaParameters[bufferPoolMebibytes=" + bufferPoolMebibytes + ", maxConnections=" + maxConnections
                + ", port=" + port + ", home=" + home + ", url=" + url + ", user=" + user + "]";
    }
}
