// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.service.host.HostServer;
import org.plateaubench.plugin.mail.service.host.ServerCertificate;
import org.plateaubench.process.ServerRights;

/**
 * Two mail sites that somebody has started by hand: {@code site}, whose users are treated as two files say, and
 * {@code killed}, whose Dovecot is killed and started again.
 */
final class MailSites implements AutoCloseable {
    /** Their domain. */
    static final String DOMAIN = "plateau.test";

    private final Path folder;
    private final Map<String, Map<String, String>> properties = new TreeMap<>();
    private @Nullable HostServer startedAgain;

    /** Starts them; the port is that of what Postfix asks about recipients. */
    MailSites(Path folder, int policyPort) throws IOException, InterruptedException {
        this.folder = folder;
        // The store's processes are somebody else's.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        deny("nobody-at-all");
        treatNobody();
        Path file = Files.writeString(folder.resolve("sites.yaml"), sites(policyPort));
        LaunchedPlateau launched = LaunchedPlateau.run(folder, "sut", "start", file.toString());
        assertThat(launched.exitCode()).as(launched.everything()).isZero();
        String name = "";
        for (String line : launched.output().lines().toList()) {
            if (line.endsWith(" (dovecot) runs")) {
                name = line.substring(0, line.indexOf(' '));
                properties.put(name, new TreeMap<>());
            } else if (line.matches("  \\w+: \\S+")) {
                String[] parts = line.strip().split(": ", 2);
                of(name).put(parts[0], parts[1]);
            }
        }
        assertThat(properties).as(launched.everything()).containsOnlyKeys("site", "killed");
    }

    private String sites(int policyPort) {
        return """
            run: { name: sites, seed: 1 }
            phases: { steady: 10s }
            suts:
              site:
                service: dovecot
                mode: embedded
                security: none
                quotaMebibytes: 1000
                dovecotSettings:
                  - "auth_failure_delay = 0"
                  # Who fails to sign in makes all others from the same address wait.
                  - "service anvil {"
                  - "unix_listener anvil-auth-penalty {"
                  - "mode = 0"
                  - "}"
                  - "}"
                  # A full mailbox leaves mail in the queue of who brings it.
                  - "quota_full_tempfail = yes"
                  - "passdb {"
                  - "driver = passwd-file"
                  - "deny = yes"
                  - "args = %s"
                  - "}"
                  - "userdb {"
                  - "driver = passwd-file"
                  - "args = %s"
                  - "}"
                postfixSettings:
                  smtpd_recipient_restrictions: "check_policy_service inet:127.0.0.1:%d"
                  queue_run_delay: "1s"
                  minimal_backoff_time: "1s"
                  maximal_backoff_time: "2s"
              killed:
                service: dovecot
                mode: embedded
                postfixSettings: { queue_run_delay: "1s", minimal_backoff_time: "1s", maximal_backoff_time: "2s" }
            workloads:
              mail: { plugin: mail, sut: site, load: { users: 1 } }
            """.formatted(denied(), treated(), policyPort);
    }

    private Path denied() {
        return folder.resolve("denied.txt");
    }

    private Path treated() {
        return folder.resolve("treated.txt");
    }

    /** Nobody but this user is refused from now on. */
    void deny(String login) throws IOException {
        replace(denied(), login + ":*\n");
    }

    /** These users have these extra fields in the user database from now on. */
    void treatAlso(List<String> logins, String fields) throws IOException {
        StringBuilder lines = new StringBuilder(Files.readString(treated()));
        logins.forEach(login -> lines.append(login + ":::::::" + fields + "\n"));
        replace(treated(), lines.toString());
    }

    /** Nobody has any. */
    void treatNobody() throws IOException {
        replace(treated(), "nobody-at-all:::::::\n");
    }

    private static void replace(Path file, String text) throws IOException {
        Path fresh = Files.writeString(file.resolveSibling("fresh.txt"), text);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private Map<String, String> of(String site) {
        Map<String, String> known = properties.get(site);
        return known == null ? Map.of() : known;
    }

    /** A port by the name of its property. */
    int port(String site, String property) {
        return Integer.parseInt(of(site).getOrDefault(property, "0"));
    }

    /** What everybody signs in with. */
    String password(String site) throws IOException {
        return Files.readString(service(site).resolve("password"));
    }

    /** PEM file of who vouches for the site. */
    Path authority(String site) {
        return Path.of(of(site).getOrDefault("trust", ""));
    }

    /** The folder of its servers. */
    Path service(String site) {
        return folder.resolve(".plateau/suts/" + site + "/service");
    }

    /** Signs in and stays. */
    Socket signedIn(String login) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port("site", "imapPlainPort"));
        socket.getOutputStream()
                .write(("a LOGIN " + login + " " + password("site") + "\r\n").getBytes(StandardCharsets.US_ASCII));
        StringBuilder said = new StringBuilder();
        while (!said.toString().contains("a OK")) {
            int next = socket.getInputStream().read();
            if (next < 0 || said.toString().contains("a NO")) {
                throw new IOException("not signed in: " + said);
            }
            said.append((char) next);
        }
        return socket;
    }

    /** Kills the Dovecot of the site {@code killed} and all its processes. */
    void kill() throws IOException, InterruptedException {
        long pid =
                Long.parseLong(Files.readString(service("killed").resolve("dovecot.pid")).strip());
        ProcessHandle master = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(master), master.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        Await.until(
                MailRun.PATIENCE, () -> "alive " + all, () -> all.stream().noneMatch(ProcessHandle::isAlive));
        HostServer last = startedAgain;
        startedAgain = null;
        if (last != null) {
            end(last);
        }
    }

    private static void end(HostServer server) {
        try {
            server.close();
        } catch (Exception e) {
            // It was killed, and says so.
        }
    }

    /** Starts it again on its ports, with its own certificate or one that others vouch for. */
    void startAgain(boolean ownCertificate) throws Exception {
        Path service = service("killed");
        Path file = service.resolve("dovecot.conf");
        if (!ownCertificate) {
            ServerCertificate own = ServerCertificate.in(service.resolve("certificate"));
            ServerCertificate other = ServerCertificate.in(service.resolve("other"));
            String text = Files.readString(file)
                    .replace(own.certificate().toString(), other.certificate().toString())
                    .replace(own.key().toString(), other.key().toString());
            file = Files.writeString(service.resolve("other.conf"), text);
        }
        List<String> command = new ArrayList<>(ServerRights.namedPrefix("Dovecot", service));
        command.addAll(List.of("/usr/sbin/dovecot", "-F", "-c", file.toString()));
        startedAgain = HostServer.start(new HostServer.Launch(
                "Dovecot",
                command,
                Map.of("LC_ALL", "C"),
                service,
                service.resolve("dovecot-again.log"),
                service.resolve("dovecot.pid"),
                Map.of(port("killed", "imapPlainPort"), "* OK", port("killed", "lmtpPort"), "220 ")));
    }

    /** Makes ready what the other certificate is, which takes a while. */
    void prepareOtherCertificate() throws IOException, InterruptedException {
        ServerCertificate.in(service("killed").resolve("other"));
    }

    /** What the servers wrote, for messages. */
    String logs() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String site : properties.keySet()) {
            for (String log : List.of("dovecot.log", "dovecot-again.log", "postfix.log")) {
                Path file = service(site).resolve(log);
                if (Files.exists(file)) {
                    List<String> lines = Files.readAllLines(file);
                    text.append("\n--- " + site + " " + log + "\n")
                            .append(String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size())));
                }
            }
        }
        return text.toString();
    }

    /** Stops both, and holds that nothing is left of them. */
    @Override
    public void close() throws IOException {
        HostServer last = startedAgain;
        if (last != null) {
            end(last);
        }
        try {
            for (String site : List.of("site", "killed")) {
                LaunchedPlateau.run(folder, "sut", "stop", site);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while sites stop", e);
        }
        Await.until(
                MailRun.PATIENCE,
                () -> "left behind " + MailRun.processesOf(folder),
                () -> MailRun.processesOf(folder).isEmpty());
    }
}
