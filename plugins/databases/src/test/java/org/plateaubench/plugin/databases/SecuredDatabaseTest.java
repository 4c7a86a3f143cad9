// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.telemetry.MariadbTelemetry;
import org.plateaubench.plugin.databases.telemetry.PostgresqlTelemetry;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.ServerRights;
import org.plateaubench.process.Servers;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Connector;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus.State;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySourceType;

/** External servers with TLS, client certificates, several hosts in the URL, and special characters in the password. */
@Tag("slow")
@Timeout(300)
class SecuredDatabaseTest {
    private static final String PASSWORD = "a'b\"c@d:e/f%25g h\\i&j=k;ü漢?#{}$";
    private static final String USER = "certified";

    @TempDir
    private Path folder;

    @Test
    void postgresqlRequiresClientCertificateAndChannelBinding() throws Exception {
        ServerCertificate certificate = ServerCertificate.in(folder.resolve("tls"));
        try (SutService server = Engine.POSTGRESQL.embedded(folder)) {
            SutAddress admin = server.start(Progress.SILENT);
            Path cluster = folder.resolve("data/cluster");
            install(certificate.certificate(), cluster.resolve("server.crt"));
            install(certificate.key(), cluster.resolve("server.key"));
            install(certificate.authority(), cluster.resolve("root.crt"));
            Path rules = cluster.resolve("pg_hba.conf");
            String rule = "hostssl all " + USER + " 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n";
            Files.writeString(rules, rule + Files.readString(rules));
            Jdbc.execute(
                    admin,
                    "CREATE ROLE " + USER + " LOGIN PASSWORD '" + PASSWORD.replace("'", "''") + "'",
                    "ALTER SYSTEM SET ssl_ca_file = 'root.crt'",
                    "ALTER SYSTEM SET ssl = on",
                    "SELECT pg_reload_conf()");
            long deadlineNanos = System.nanoTime() + 30_000_000_000L;
            while (!Jdbc.queryValue(admin, "SHOW ssl").equals("on")) {
                assertThat(System.nanoTime()).isLessThan(deadlineNanos);
            }
            String url = admin.property("url").replace("//", "//127.0.0.1:" + Ports.free() + ",")
                    + "?sslmode=verify-full&sslrootcert=" + certificate.authority() + "&channelBinding=require";
            ClientCertificate own = new ClientCertificate(
                    certificate.certificate().toString(), certificate.key().toString(), "");
            assertUsable(postgresql(url, own), new PostgresqlTelemetry());
            assertThatThrownBy(() -> postgresql(url, ClientCertificate.NONE).start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("requires a valid client certificate");
        }
    }

    private SutService postgresql(String url, ClientCertificate certificate) {
        PostgresParameters parameters =
                new PostgresParameters(128, 500, 0, "", new ExternalKeys(url, USER, PASSWORD), certificate);
        return new PostgresServiceType().create(new SutContext<>("db", SutContext.Mode.EXTERNAL, parameters, folder));
    }

    /** Copies a file for the server, whose user may be another one. */
    private static void install(Path from, Path to) throws IOException {
        Files.copy(from, to);
        Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-------"));
        Files.setOwner(to, Files.getOwner(Objects.requireNonNull(to.getParent())));
    }

    private static void assertUsable(SutService service, TelemetrySourceType telemetry) throws Exception {
        try (service) {
            SutAddress address = service.start(Progress.SILENT);
            assertThat(service.status().state()).isEqualTo(State.RUNNING);
            assertThat(service.configuration()).isNotEmpty();
            // Users of workloads connect in this way.
            Connections.close(new Connector(address).open(Duration.ofSeconds(10)));
            TelemetrySource source = telemetry.open(address);
            assertThat(source.sample()).isNotEmpty();
            source.close();
        }
    }

    @Test
    void mariadbRequiresClientCertificate() throws Exception {
        ServerCertificate certificate = ServerCertificate.in(folder.resolve("tls"));
        Path home = MariaEmbedded.PROGRAMS.home("", Progress.SILENT);
        try (SutService embedded = Engine.MARIADB.embedded(folder)) {
            embedded.start(Progress.SILENT);
        }
        int port = Ports.free();
        ServerProcess server = mariadb(home, port, certificate);
        try (server) {
            Path store = folder.resolve("own.p12");
            ClientKeys keys = new ClientCertificate(
                            certificate.certificate().toString(),
                            certificate.key().toString(),
                            "")
                    .keys();
            KeyStore keyStore = KeyStore.getInstance("PKCS12");
            keyStore.load(null, null);
            keyStore.setKeyEntry("own", keys.getPrivateKey(""), "changeit".toCharArray(), keys.getCertificateChain(""));
            try (OutputStream out = Files.newOutputStream(store)) {
                keyStore.store(out, "changeit".toCharArray());
            }
            String url = "jdbc:mariadb:sequential://127.0.0.1:" + Ports.free() + ",127.0.0.1:" + port
                    + "/plateau?sslMode=verify-full&serverSslCert=" + certificate.authority();
            assertUsable(mariadb(url, new ClientCertificate(store.toString(), "", "changeit")), new MariadbTelemetry());
            assertThatThrownBy(() -> mariadb(url, ClientCertificate.NONE).start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("its client certificate");
        }
    }

    private SutService mariadb(String url, ClientCertificate certificate) {
        MariaParameters parameters =
                new MariaParameters(512, 500, 0, "", new ExternalKeys(url, USER, PASSWORD), certificate);
        assertThat(parameters.check(SutContext.Mode.EXTERNAL)).isEmpty();
        return new MariaServiceType().create(new SutContext<>("db", SutContext.Mode.EXTERNAL, parameters, folder));
    }

    /** Starts the program on the data of the embedded server, with TLS and one more account. */
    private ServerProcess mariadb(Path home, int port, ServerCertificate certificate) throws Exception {
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        byte[] hash = sha1.digest(sha1.digest(PASSWORD.getBytes(StandardCharsets.UTF_8)));
        String account = "'" + USER + "'@'127.0.0.1'";
        Path statements = Files.writeString(
                folder.resolve("init.sql"),
                "CREATE OR REPLACE USER " + account + " IDENTIFIED VIA mysql_native_password USING '*"
                        + HexFormat.of().withUpperCase().formatHex(hash) + "' REQUIRE X509;\n"
                        + "GRANT ALL PRIVILEGES ON plateau.* TO " + account + ";\n");
        Path data = folder.resolve("data/databases");
        List<String> line = new ArrayList<>(List.of(
                MariaEmbedded.PROGRAMS.find(home, "mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + home,
                "--datadir=" + data,
                "--tmpdir=" + data,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=",
                "--skip-name-resolve",
                "--pid-file=" + folder.resolve("pid"),
                "--init-file=" + statements,
                "--ssl-ca=" + certificate.authority(),
                "--ssl-cert=" + certificate.certificate(),
                "--ssl-key=" + certificate.key()));
        if (ServerRights.isRoot()) {
            line.add("--user=root");
        }
        return Servers.launch(servers -> servers.start(
                ServerCommand.program("MariaDB of a test", line, folder, folder.resolve("secured.log")),
                child -> Files.readString(folder.resolve("secured.log")).contains("ready for connections")
                        ? Optional.of(true)
                        : Optional.empty(),
                Duration.ofSeconds(60)));
    }
}
