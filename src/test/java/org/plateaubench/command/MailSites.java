// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.mail.service.dovecot.DovecotParameters;
import org.plateaubench.plugin.mail.service.dovecot.DovecotServiceType;
import org.plateaubench.plugin.mail.service.dovecot.Greetings;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;

/** Two external mail sites: {@code site}, and {@code killed}, whose Dovecot is killed and started again. */
final class MailSites implements AutoCloseable {
    /** Their domain. */
    static final String DOMAIN = "plateau.test";

    /**
     * Two for a user who waits for a push, and some for users who sign in again before the server has noticed the end
     * of the last connection.
     */
    private static final int CONNECTIONS_PER_USER = 4;

    private static final Map<String, String> QUICK =
            Map.of("queue_run_delay", "1s", "minimal_backoff_time", "1s", "maximal_backoff_time", "2s");

    private final Path folder;
    private final Map<String, SutService> services = new TreeMap<>();
    private final Map<String, SutAddress> addresses = new TreeMap<>();
    private @Nullable ServerProcess startedAgain;

    MailSites(Path folder) throws Exception {
        this.folder = folder;
        // The store's processes are somebody else's.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        start("site", Security.NONE);
        start("killed", Security.TLS);
    }

    private void start(String name, Security security) throws Exception {
        Path service = Files.createDirectories(service(name));
        DovecotParameters given = new DovecotParameters(
                security,
                200,
                50,
                0,
                QUICK,
                DovecotParameters.Storage.MAILDIR,
                List.of("mail_max_userip_connections = " + CONNECTIONS_PER_USER));
        SutService started =
                new DovecotServiceType().create(new SutContext<>(name, SutContext.Mode.EMBEDDED, given, service));
        services.put(name, started);
        addresses.put(name, started.start(Progress.SILENT));
    }

    private String property(String site, String name) {
        SutAddress address = addresses.get(site);
        return address == null ? "" : address.property(name);
    }

    /** A port by the name of its property. */
    int port(String site, String name) {
        return Integer.parseInt(property(site, name));
    }

    /** The password of all users. */
    String password(String site) {
        return property(site, "password");
    }

    /** PEM file of the site's certificate authority. */
    Path authority(String site) {
        return Path.of(property(site, "trust"));
    }

    /** The folder of its servers. */
    Path service(String site) {
        return folder.resolve("sites").resolve(site);
    }

    /** Kills the Dovecot of the site {@code killed} and all its processes. */
    void kill() throws IOException, InterruptedException {
        ServerProcess last = startedAgain;
        long pid = last != null
                ? last.pid()
                : Long.parseLong(Files.readString(service("killed").resolve("dovecot.pid"))
                        .strip());
        ProcessHandle master = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(master), master.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        Await.until(MailRun.PATIENCE, () -> "alive " + all, () -> all.stream().noneMatch(ProcessHandle::isAlive));
        startedAgain = null;
        if (last != null) {
            end(last);
        }
    }

    private static void end(ServerProcess server) {
        try {
            server.close();
        } catch (Exception e) {
            // It was killed, and says so.
        }
    }

    /** Starts it again on its ports, with its own certificate or one of another authority. */
    void startAgain(boolean ownCertificate) throws Exception {
        Path service = service("killed");
        Path file = service.resolve("dovecot.conf");
        String text = Files.readString(file);
        ServerCertificate other = ServerCertificate.in(service.resolve(ownCertificate ? "certificate" : "other"))
                .copy(service, "again");
        text = text.replaceAll("(?m)^ssl_cert = .*", "ssl_cert = <" + other.certificate())
                .replaceAll("(?m)^ssl_key = .*", "ssl_key = <" + other.key());
        file = Files.writeString(service.resolve("again.conf"), text);
        Path sockets = Path.of(text.replaceAll("(?s).*base_dir = ([^\n]*)\n.*", "$1"));
        Path program = Path.of("/usr/sbin/dovecot");
        ServerCommand command = ServerCommand.program(
                        "Dovecot",
                        List.of(program.toString(), "-F", "-c", file.toString()),
                        service,
                        service.resolve("dovecot-again.log"))
                .withFewestRights(List.of(program), List.of())
                .namingUser()
                .openingLog()
                .owning(List.of(service.resolve("mail"), sockets))
                .withTemporaryFile(file)
                .withTemporaryFile(other.certificate())
                .withTemporaryFile(other.key());
        int delivery = Integer.parseInt(text.replaceAll("(?s).*inet_listener lmtp \\{\\s*port = (\\d+)\n.*", "$1"));
        Greetings greetings = new Greetings(Map.of(port("killed", "imapPlainPort"), "* OK", delivery, "220 "));
        startedAgain = Servers.launched(servers -> servers.start(command, greetings, Greetings.LIMIT));
    }

    /** Makes ready what the other certificate is, which takes a while. */
    void prepareOtherCertificate() throws IOException, InterruptedException {
        ServerCertificate.in(service("killed").resolve("other"));
    }

    /** What the servers wrote, for messages. */
    String logs() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String site : services.keySet()) {
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
        ServerProcess last = startedAgain;
        if (last != null) {
            end(last);
        }
        for (SutService service : services.values()) {
            try {
                service.close();
            } catch (SutException e) {
                throw new IOException("a site does not stop", e);
            }
        }
        Await.until(
                MailRun.PATIENCE,
                () -> "left behind " + MailRun.processesOf(folder),
                () -> MailRun.processesOf(folder).isEmpty());
    }
}
