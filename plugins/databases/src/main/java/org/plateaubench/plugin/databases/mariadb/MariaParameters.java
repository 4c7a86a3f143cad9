// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.databases.server.ExternalKeys;
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

        @Parameter(
                description = "JDBC address of an external server, such as jdbc:mariadb://db.lab/store",
                defaultValue = "",
                reach = Reach.ADDRESS)
        String url,

        @Parameter(description = "User of an external database", defaultValue = "")
        String user,

        @Parameter(description = "Password at an external database", defaultValue = "", secret = true)
        String password) {

    static final int DEFAULT_BUFFER_POOL_MEBIBYTES = 512;
    static final int DEFAULT_MAX_CONNECTIONS = 500;

    /** The driver accepts this address of a MySQL server only with its option {@code permitMysqlScheme}. */
    private static final String MYSQL = "jdbc:mysql://";

    private static final String MARIADB = "jdbc:mariadb://";

    /** Checks what the bounds of single keys cannot express. */
    List<Finding> check(SutContext.Mode mode) {
        ModeKeys embedded = new ModeKeys(mode)
                .embedded("bufferPoolMebibytes", bufferPoolMebibytes != DEFAULT_BUFFER_POOL_MEBIBYTES)
                .embedded("maxConnections", maxConnections != DEFAULT_MAX_CONNECTIONS)
                .embedded("port", port != 0)
                .embedded("home", !home.isEmpty());
        return new ExternalKeys("MariaDB or MySQL", List.of(MARIADB, MYSQL)).check(mode, embedded, url, user, password);
    }

    /** Returns the address in the form that the driver accepts. */
    String driverUrl() {
        if (!url.startsWith(MYSQL) || url.contains("permitMysqlScheme")) {
            return url;
        }
        return url + (url.contains("?") ? "&" : "?") + "permitMysqlScheme";
    }

    /** Returns the keys as text, without the password. */
    @Override
    public String toString() {
        return "MariaParameters[bufferPoolMebibytes=" + bufferPoolMebibytes + ", maxConnections=" + maxConnections
                + ", port=" + port + ", home=" + home + ", url=" + url + ", user=" + user + "]";
    }
}
