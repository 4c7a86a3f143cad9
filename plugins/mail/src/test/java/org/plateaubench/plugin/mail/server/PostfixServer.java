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
import java.util.concurrent.TimeUnit;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.spi.SutException;

/**
 * A Postfix of a test's own, as root: submission to {@code mail.test} on free ports of loopback, handed to a store by
 * LMTP. Who may send and what is taken is decided by a {@link PolicyServer}, per recipient and at the end of a message.
 */
public final class PostfixServer implements AutoCloseable {
    private static final long DEADLINE_SECONDS = 20;

    private final Path folder;
    private final int[] ports = new int[Port.values().length];
    private final ServerCertificate certificate;
    private final Process process;

    /** Where it listens. */
    public enum Port {
        /** With pipelining, {@code STARTTLS} and AUTH. */
        PLAIN,
        /** TLS from the first byte. */
        TLS,
        /** Without pipelining, sizes and TLS. */
        PLAINEST,
        /** Which takes one connection at a time from a client. */
        SINGLE
    }

    private PostfixServer(Path folder, PolicyServer policy, int authPort, int lmtpPort)
            throws IOException, InterruptedException {
        this.folder = folder;
        for (int i = 0; i < ports.length; i++) {
            ports[i] = freePort();
        }
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.createDirectories(folder.resolve("queue"));
        Path etc = Files.createDirectories(folder.resolve("etc"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setOwner(
                data, folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("postfix"));
        certificate = ServerCertificate.in(folder.resolve("tls"), "ip:127.0.0.1,dns:mail.test");
        Files.writeString(etc.resolve("main.cf"), main(policy, authPort, lmtpPort));
        Files.writeString(etc.resolve("master.cf"), master());
        run("postfix", "-c", etc.toString(), "check");
        process = new ProcessBuilder("/usr/lib/postfix/sbin/master", "-c", etc.toString(), "-s")
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
        awaitListening();
    }

    /**
     * Starts one.
     *
     * @param folder empty; all of it is the server's
     * @param authPort where passwords are checked by Dovecot's protocol
     * @param lmtpPort of the store
     */
    public static PostfixServer start(Path folder, PolicyServer policy, int authPort, int lmtpPort)
            throws IOException, InterruptedException {
        return new PostfixServer(folder, policy, authPort, lmtpPort);
    }

    private static int freePort() throws IOException {
        try {
            return Ports.free();
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    private String main(PolicyServer policy, int authPort, int lmtpPort) {
        return """
                compatibility_level = 3.6
                queue_directory = %1$s/queue
                data_directory = %1$s/data
                maillog_file = /dev/stdout
                mail_owner = postfix
                setgid_group = postdrop
                myhostname = localhost
                mydestination =
                inet_interfaces = 127.0.0.1
                inet_protocols = ipv4
                mynetworks =
                alias_maps =
                alias_database =
                local_recipient_maps =
                disable_dns_lookups = yes
                smtpd_peername_lookup = no
                in_flow_delay = 0
                service_throttle_time = 1s
                virtual_mailbox_domains = mail.test
                virtual_transport = lmtp:inet:127.0.0.1:%6$d
                default_transport = error:no mail leaves this server
                smtpd_sasl_auth_enable = yes
                smtpd_sasl_type = dovecot
                smtpd_sasl_path = inet:127.0.0.1:%5$d
                smtpd_relay_restrictions = permit_sasl_authenticated, reject
                smtpd_recipient_restrictions = check_policy_service inet:127.0.0.1:%4$d
                smtpd_end_of_data_restrictions = check_policy_service inet:127.0.0.1:%4$d
                smtpd_error_sleep_time = 0
                smtpd_hard_error_limit = 8
                smtpd_tls_security_level = may
                smtpd_tls_loglevel = 1
                smtpd_tls_cert_file = %2$s
                smtpd_tls_key_file = %3$s
                smtpd_client_connection_count_limit = 0
                """.formatted(folder, certificate.certificate(), certificate.key(), policy.port(), authPort, lmtpPort);
    }

    private String master() {
        return """
                127.0.0.1:%d inet n - n - 20 smtpd
                127.0.0.1:%d inet n - n - 20 smtpd
                  -o smtpd_tls_wrappermode=yes
                127.0.0.1:%d inet n - n - 20 smtpd
                  -o smtpd_discard_ehlo_keywords=pipelining,size,starttls
                127.0.0.1:%d inet n - n - 20 smtpd
                  -o smtpd_client_connection_count_limit=1
                  -o smtpd_client_event_limit_exceptions=
                pickup unix n - n 60 1 pickup
                cleanup unix n - n - 0 cleanup
                qmgr unix n - n 300 1 qmgr
                tlsmgr unix - - n 1000? 1 tlsmgr
                rewrite unix - - n - - trivial-rewrite
                bounce unix - - n - 0 bounce
                defer unix - - n - 0 bounce
                trace unix - - n - 0 bounce
                proxymap unix - - n - - proxymap
                error unix - - n - - error
                retry unix - - n - - error
                lmtp unix - - n - - lmtp
                anvil unix - - n - 1 anvil
                scache unix - - n - 1 scache
                postlog unix-dgram n - n - 1 postlogd
                """.formatted(ports[0], ports[1], ports[2], ports[3]);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process once = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(once.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (once.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
    }

    private void awaitListening() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!greets(port(Port.PLAINEST))) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroyForcibly().waitFor();
                throw new IOException("Postfix did not start: " + Files.readString(log()));
            }
            process.waitFor(5, TimeUnit.MILLISECONDS);
        }
    }

    private static boolean greets(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));
            return socket.getInputStream().read() == '2';
        } catch (IOException e) {
            return false;
        }
    }

    /** What it logs. */
    public Path log() {
        return folder.resolve("log");
    }

    /** PEM file of what its clients have to trust. */
    public Path authority() {
        return certificate.authority();
    }

    /** Number of a port of loopback. */
    public int port(Port port) {
        return ports[List.of(Port.values()).indexOf(port)];
    }

    /** Kills whoever speaks with clients; the next connection gets another. */
    public void killConnections() {
        List<ProcessHandle> speaking = process.descendants()
                .filter(child -> child.info().command().orElse("").endsWith("/smtpd"))
                .toList();
        // All at once: the client goes on when its own has ended.
        speaking.forEach(ProcessHandle::destroyForcibly);
        speaking.forEach(child -> child.onExit().join());
    }

    @Override
    public void close() {
        Await.end(process, this::kill);
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
