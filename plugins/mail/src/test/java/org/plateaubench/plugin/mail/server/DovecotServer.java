// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Endpoint;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.spi.SutException;
import org.plateaubench.testkit.Deadline;

/**
 * A Dovecot for a test: IMAP without and with TLS, on free loopback ports. Any account of the form
 * {@code userN} can log in with {@link #PASSWORD}; mailboxes are created on first use.
 */
public final class DovecotServer implements AutoCloseable {
    /** The password of every account. */
    public static final String PASSWORD = "secret";

    /** Answers failures to sign in without delay. */
    private static final String COMMON = """
            namespace inbox {
              inbox = yes
            }
            service anvil {
              unix_listener anvil-auth-penalty {
                mode = 0
              }
            }
            """;

    private static final long DEADLINE_SECONDS = 20;

    private final Path folder;
    private final ServerCertificate certificate;
    private final int imapPort;
    private final int tlsPort;
    private Process process;

    private DovecotServer(Path folder, String more) throws IOException, InterruptedException {
        this.folder = folder;
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        certificate = ServerCertificate.in(folder.resolve("tls"), "ip:127.0.0.1,dns:mail.test");
        imapPort = freePort();
        tlsPort = freePort();
        Files.createDirectories(folder.resolve("homes"));
        Files.setPosixFilePermissions(folder.resolve("homes"), PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.writeString(configuration(), configurationText() + more);
        process = launch();
    }

    /**
     * Starts a server.
     *
     * @param folder an empty folder for the server's files
     * @param more further lines of configuration, which take precedence, such as {@code mail_max_userip_connections =
     *     2}
     */
    public static DovecotServer start(Path folder, String... more) throws IOException, InterruptedException {
        return new DovecotServer(folder, String.join("\n", more) + "\n");
    }

    private static int freePort() throws IOException {
        try {
            return Ports.free();
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    private Path configuration() {
        return folder.resolve("dovecot.conf");
    }

    private String configurationText() throws IOException {
        String user = System.getProperty("user.name");
        boolean root = user.equals("root");
        return """
                base_dir = %1$s/run
                state_dir = %1$s/state
                log_path = %1$s/log
                listen = 127.0.0.1
                protocols = imap
                ssl = yes
                ssl_cert = <%2$s
                ssl_key = <%3$s
                disable_plaintext_auth = no
                auth_failure_delay = 0
                auth_mechanisms = plain login
                auth_username_format = %%n
                mail_location = maildir:~/Maildir
                mail_fsync = never
                first_valid_uid = 1
                submission_host =
                passdb {
                  driver = static
                  args = password=%4$s
                }
                userdb {
                  driver = static
                  args = uid=%5$s gid=%6$s home=%1$s/homes/%%n
                }
                service imap-login {
                  inet_listener imap {
                    port = %7$d
                  }
                  inet_listener imaps {
                    port = %8$d
                    ssl = yes
                  }
                %9$s
                }
                %11$s
                %10$s
                """.formatted(
                        folder,
                        certificate.certificate(),
                        certificate.key(),
                        PASSWORD,
                        root ? "dovecot" : user,
                        root ? "dovecot" : Files.getAttribute(folder, "unix:gid"),
                        imapPort,
                        tlsPort,
                        root ? "" : "  chroot =",
                        root ? "" : unprivileged(user),
                        COMMON);
    }

    private static String unprivileged(String user) {
        return """
                default_login_user = %1$s
                default_internal_user = %1$s
                default_internal_group = %1$s
                service anvil {
                  chroot =
                }
                """.formatted(user);
    }

    private Process launch() throws IOException, InterruptedException {
        Process started = new ProcessBuilder(
                        "dovecot", "-F", "-c", configuration().toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!listens(imapPort)) {
            if (!started.isAlive() || System.nanoTime() > deadline) {
                started.destroyForcibly().waitFor();
                throw new IOException("Dovecot did not start: " + Files.readString(folder.resolve("output")) + log());
            }
            started.waitFor(5, TimeUnit.MILLISECONDS);
        }
        return started;
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the text of the log. */
    public String log() throws IOException {
        Path log = folder.resolve("log");
        return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
    }

    /** Returns the server as a site. */
    public MailSite site(Security security) {
        return site(security, security == Security.TLS ? tlsPort : imapPort, Map.of());
    }

    /**
     * Returns the server as a site with another IMAP port, such as that of a relay, and with changed properties.
     *
     * @param port IMAP port on loopback
     * @param changed properties that replace those of the server
     */
    public MailSite site(Security security, int port, Map<String, String> changed) {
        return new MailSite(address(security, port, changed));
    }

    /** Returns the address of the server, with changed properties. */
    public SutAddress address(Security security, int port, Map<String, String> changed) {
        Map<String, String> properties = MailSite.properties(
                new Endpoint("127.0.0.1", port, security),
                new Endpoint("127.0.0.1", 1, Security.NONE),
                "user{n}",
                "mail.test",
                PASSWORD);
        properties.put(MailSite.TRUST, certificate.authority().toString());
        properties.putAll(changed);
        return new SutAddress("mail", "dovecot", properties);
    }

    /** Returns the port of IMAP without TLS. */
    public int imapPort() {
        return imapPort;
    }

    /** Kills the server and all processes that it started. */
    private void kill() {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly().onExit().join();
        started.forEach(ProcessHandle::destroyForcibly);
        Deadline.until("the port is free", () -> !listens(imapPort));
    }

    @Override
    public void close() {
        kill();
    }
}
