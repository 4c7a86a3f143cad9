// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.process.Ports;
import org.plateaubench.rig.Credentials.LabCertificate;

/** Tests a real nats-server whose certificate, and those of its clients, are signed by the lab's own authority. */
final class LabCertificateTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final LabCertificate NONE = new LabCertificate("", "");

    @TempDir
    private static Path folder = Path.of("");

    @BeforeAll
    static void makeCertificates() throws Exception {
        make("authority", "CN=Lab", "bc:c");
        make("broker", "CN=broker", "san=dns:localhost", "-signer", "authority");
        make("other", "CN=other", "san=dns:other.lab", "-signer", "authority");
        make("load1", "CN=load1", "bc=ca:false", "-signer", "authority");
        make("stranger", "CN=stranger", "bc:c");
        KeyStore keyStore = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("made.p12"))) {
            keyStore.load(in, PASSWORD);
        }
        for (String name : List.of("authority", "broker", "other", "load1", "stranger")) {
            Key key = keyStore.getKey(name, PASSWORD);
            write(name + ".pem", "CERTIFICATE", keyStore.getCertificate(name).getEncoded());
            write(name + ".key", "PRIVATE KEY", key.getEncoded());
        }
    }

    private static void make(String alias, String name, String extension, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-keyalg", "EC", "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", "made.p12", "-storepass", new String(PASSWORD)));
        command.addAll(List.of("-alias", alias, "-dname", name, "-ext", extension));
        command.addAll(List.of(options));
        Process keytool = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(output).isZero();
    }

    private static void write(String name, String kind, byte[] content) throws IOException {
        Files.writeString(
                folder.resolve(name),
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                        + kind + "-----\n");
    }

    private static BrokerFolder broker(String name, boolean clients) throws Exception {
        return BrokerFolder.prepare(
                folder.resolve("of-" + name),
                "localhost",
                Ports.free(),
                new BrokerFolder.Lab(
                        folder.resolve(name + ".pem"),
                        folder.resolve(name + ".key"),
                        folder.resolve("authority.pem"),
                        clients));
    }

    /** Connects and disconnects an agent. */
    private static void connect(Credentials user) throws IOException, InterruptedException {
        Presence presence = new Presence(user.name(), "test", "here", 1, "", Map.of());
        try (AgentConnections connections =
                new AgentConnections(user, System::nanoTime, sentence -> {}, clock -> presence)) {
            assertThat(connections.next(Duration.ofMillis(1))).isNull();
        }
    }

    private static Credentials with(Credentials user, LabCertificate certificate) {
        return new Credentials(user.name(), user.role(), user.url(), user.authority(), user.password(), certificate);
    }

    @Test
    void onlyClientsWithLabCertificateAreAdmitted() throws Exception {
        BrokerFolder broker = broker("broker", true);
        assertThatThrownBy(() -> broker.add("load1", Role.AGENT, null))
                .hasMessageContaining("name the certificate of load1 by --client-certificate and --client-key");
        broker.add("load1", Role.AGENT, new LabCertificate("load1.pem", "load1.key"))
                .write(folder.resolve("load1.credentials"));
        Credentials load = Credentials.read(folder.resolve("load1.credentials"));
        try (BrokerServer server = BrokerServer.start(TestBroker.program(), broker)) {
            assertThat(server.isAlive()).isTrue();
            connect(load);
            String demand = "the server requires a client certificate issued by CN=Lab, and ";
            assertThatThrownBy(() -> connect(with(load, NONE))).hasMessageContaining(demand + "none is given");
            LabCertificate unknown = new LabCertificate(
                    folder.resolve("stranger.pem").toString(),
                    folder.resolve("stranger.key").toString());
            assertThatThrownBy(() -> connect(with(load, unknown)))
                    .hasMessageContaining(demand + "the given one is of CN=stranger");
            assertThatThrownBy(() -> connect(with(load, new LabCertificate("gone.pem", "gone.key"))))
                    .hasMessageContaining("the file gone.pem of the client certificate does not exist");
        }
    }

    /** The authority also signs certificates of other servers of the lab. */
    @Test
    void brokerWithCertificateOfAnotherHostIsNotTrusted() throws Exception {
        BrokerFolder broker = broker("other", false);
        Credentials load = broker.add("load1", Role.AGENT, null);
        try (BrokerServer server = BrokerServer.start(TestBroker.program(), broker)) {
            assertThat(server.isAlive()).isTrue();
            assertThatThrownBy(() -> connect(load)).hasMessageContaining("DNS name matching localhost");
        }
    }
}
