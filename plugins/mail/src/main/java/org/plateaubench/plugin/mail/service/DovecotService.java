// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Endpoint;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.plugin.mail.service.DovecotConfiguration.MailPorts;
import org.plateaubench.plugin.mail.service.DovecotConfiguration.ServerUser;
import org.plateaubench.plugin.mail.service.EmbeddedMail.Running;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.Program;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.ServerRights;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** Dovecot, Postfix and Radicale as installed on this host, with a generated configuration in a folder. */
final class DovecotService extends EmbeddedService {
    /** Longest path of the folder, so that a socket below it stays within the limit of the system (107). */
    private static final int MAX_PATH = 60;

    private static final List<InstalledProgram> DOVECOT = List.of(
            new InstalledProgram("dovecot", List.of(), "dovecot-imapd dovecot-lmtpd"),
            new InstalledProgram("imap", List.of("/usr/lib/dovecot", "/usr/libexec/dovecot"), "dovecot-imapd"),
            new InstalledProgram("lmtp", List.of("/usr/lib/dovecot", "/usr/libexec/dovecot"), "dovecot-lmtpd"));

    private final DovecotParameters given;

    /** Properties of the address with all ports, in addition to the IMAP and the SMTP port that a workload uses. */
    static final String IMAP_PLAIN_PORT = "imapPlainPort";

    static final String IMAP_TLS_PORT = "imapTlsPort";
    static final String SMTP_PLAIN_PORT = "smtpPlainPort";
    static final String SMTP_TLS_PORT = "smtpTlsPort";

    private static final String LOGIN = "user{n}";
    private static final String UNKNOWN = "not known";
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    DovecotService(SutContext<DovecotParameters> context) {
        super("The mail site", DovecotParameters.SERVICE, context);
        this.given = context.parameters();
    }

    /** Downloads nothing; reports missing programs before any process starts. */
    @Override
    public void fetch(Progress progress) throws SutException {
        programs();
    }

    private List<Path> programs() throws SutException {
        List<InstalledProgram> all = new ArrayList<>(DOVECOT);
        all.addAll(Postfix.PROGRAMS);
        all.add(Radicale.PROGRAM);
        List<Path> found = InstalledProgram.findAll(sut(), all);
        Postfix.requireRights(sut(), folder());
        return found;
    }

    private Path mail() {
        return folder().resolve("mail");
    }

    private Postfix postfix() {
        return Postfix.of(folder());
    }

    private Radicale radicale() {
        return new Radicale(folder().resolve("radicale"));
    }

    private Path passwordFile() {
        return folder().resolve("password");
    }

    private Path socketFolder() throws IOException, SutException {
        Path socketFolder = folder().resolve("run");
        if (socketFolder.toString().length() <= MAX_PATH) {
            FileTree.remove(socketFolder);
            return Files.createDirectory(
                    socketFolder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        Path link = socketLink();
        if (Files.exists(link)) {
            FileTree.remove(link.toRealPath());
        }
        Files.deleteIfExists(link);
        // Others may enter but not list it, since the server that stores mail may be another user.
        Path temporary = Files.createTempDirectory("plateau-mail");
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwx--x--x"));
        if (temporary.toString().length() > MAX_PATH) {
            Files.delete(temporary);
            throw new SutException(name() + " has no place for its sockets, whose folder's path may have " + MAX_PATH
                    + " characters: " + socketFolder + " has "
                    + socketFolder.toString().length() + ", and " + temporary + " has "
                    + temporary.toString().length() + "; name a shorter folder for runs by --runs-dir.");
        }
        Files.createSymbolicLink(link, temporary);
        return temporary;
    }

    /**
     * Creates the folder for the sockets of the server that stores mail. That server owns it, so the link of Postfix,
     * which runs as root, is in the enclosing folder.
     */
    private static Path ownSockets(Path socketFolder) throws IOException {
        // Dovecot requires these permissions.
        return Files.createDirectory(
                socketFolder.resolve("store"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    /** Returns the link to the folder for sockets, used when the path of the SUT's folder is too long. */
    private Path socketLink() {
        return folder().resolve("run-elsewhere");
    }

    @Override
    protected void stopped() throws IOException {
        if (Files.exists(socketLink())) {
            FileTree.remove(socketLink().toRealPath());
        }
    }

    @Override
    protected List<Path> logFiles() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        List<Path> programs = programs();
        String password = OwnerOnly.newPassword();
        OwnerOnly.file(passwordFile(), password);
        Path socketFolder = socketFolder();
        ServerCertificate certificate = ServerCertificate.in(folder().resolve("certificate"));
        int[] ports = new int[7];
        for (int i = 0; i < ports.length; i++) {
            ports[i] = servers.port(name(), 0);
        }
        MailPorts mailPorts = new MailPorts(ports[0], ports[1], ports[2], ports[3], ports[4], ports[5], ports[6]);
        progress.report("starting Dovecot", 0, 3, "servers");
        Path file = folder().resolve("dovecot.conf");
        Path sockets = ownSockets(socketFolder);
        List<String> rights = ServerRights.withoutRoot("Dovecot", List.of(OwnerOnly.folder(mail()), sockets));
        ServerUser user = userOf(rights);
        OwnerOnly.file(
                file, new DovecotConfiguration(given, sockets, mail(), certificate, user, mailPorts).text(password));
        ServerProcess dovecot = servers.start(
                dovecot(rights, programs.getFirst(), file).withTemporaryFile(file),
                greetings(mailPorts),
                Greetings.LIMIT);
        progress.report("starting Postfix", 1, 3, "servers");
        postfix().start(servers, sut(), socketFolder, programs.subList(3, 5), certificate, mailPorts, given);
        progress.report("starting Radicale", 2, 3, "servers");
        radicale().start(servers, sut(), programs.getLast(), mailPorts.dav(), password);

        boolean tls = given.security() == Security.TLS;
        Endpoint imap = new Endpoint(HOST, tls ? mailPorts.imapTls() : mailPorts.imap(), given.security());
        Endpoint smtp = new Endpoint(HOST, tls ? mailPorts.smtpTls() : mailPorts.smtp(), given.security());
        Map<String, String> properties = MailSite.properties(imap, smtp, LOGIN, MailSite.DEFAULT_DOMAIN, password);
        properties.put(IMAP_PLAIN_PORT, Integer.toString(mailPorts.imap()));
        properties.put(IMAP_TLS_PORT, Integer.toString(mailPorts.imapTls()));
        properties.put(SMTP_PLAIN_PORT, Integer.toString(mailPorts.smtp()));
        properties.put(SMTP_TLS_PORT, Integer.toString(mailPorts.smtpTls()));
        properties.put(MailSite.DAV_URL, "http://" + HOST + ":" + mailPorts.dav());
        properties.put(MailSite.CALENDAR_PATH, MailSite.DEFAULT_CALENDAR_PATH);
        properties.put(MailSite.CONTACTS_PATH, MailSite.DEFAULT_CONTACTS_PATH);
        properties.put(MailSite.TRUST, certificate.authority().toString());
        properties.put(MailServersTelemetry.QUEUE, postfix().queue().toString());
        properties.put(MailServersTelemetry.STORE_PROCESS, Long.toString(dovecot.pid()));
        return new Running(
                properties,
                facts(programs),
                access(file, properties),
                HOST + ", IMAP " + imap.port() + ", SMTP " + smtp.port() + ", CalDAV and CardDAV " + mailPorts.dav());
    }

    /** Returns the user of a program that is started with a prefix that changes rights. */
    private ServerUser userOf(List<String> rights) throws IOException, SutException, InterruptedException {
        List<String> command = new ArrayList<>(rights);
        command.addAll(List.of("/bin/sh", "-c", "id -un && id -gn && id -u && id -g"));
        List<String> lines = output(command);
        if (lines.size() != 4) {
            throw new SutException("Servers cannot be started because this user or its group has no name; start the"
                    + " harness as a user in /etc/passwd.");
        }
        return new ServerUser(lines.get(0), lines.get(1), lines.get(2), lines.get(3));
    }

    /** Returns the lines that a program prints; none when it fails. */
    private List<String> output(List<String> command) throws IOException, InterruptedException {
        Path answer = Files.createTempFile(folder(), "answer", ".txt");
        try {
            return new Program(command, folder(), answer).run(ANSWER_TIMEOUT) ? Files.readAllLines(answer) : List.of();
        } finally {
            Files.delete(answer);
        }
    }

    /** Returns versions and settings, without secrets. */
    private Map<String, String> facts(List<Path> programs) throws IOException, InterruptedException {
        Map<String, String> facts = new TreeMap<>();
        facts.put("dovecot", version(programs.getFirst().toString(), "--version"));
        Optional<Path> postconf = Program.find("postconf", List.of());
        facts.put(
                "postfix",
                postconf.isPresent() ? version(postconf.get().toString(), "-d", "-h", "mail_version") : UNKNOWN);
        facts.put("radicale", version(programs.getLast().toString(), "--version"));
        facts.put("dovecot settings", String.join("; ", DovecotConfiguration.tuning(given)));
        facts.put("dovecot settings given", String.join("; ", given.dovecotSettings()));
        facts.put("postfix settings", Postfix.tuning() + ", most submissions " + given.submissions());
        facts.put("postfix settings given", given.postfixSettings().toString());
        facts.put("security", given.security().title());
        facts.put("quota", given.quotaMebibytes() == 0 ? "none" : given.quotaMebibytes() + " MiB");
        facts.put("storage", given.storage().name().toLowerCase(Locale.ROOT));
        facts.put("fs.inotify.max_user_instances", Long.toString(DovecotParameters.watchers()));
        return facts;
    }

    private String version(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(arguments));
        List<String> lines = output(command);
        return lines.isEmpty() ? UNKNOWN : lines.getFirst();
    }

    private ServerCommand dovecot(List<String> rights, Path program, Path file) {
        List<String> line = new ArrayList<>(rights);
        line.addAll(List.of(program.toString(), "-F", "-c", file.toString()));
        return ServerCommand.program("Dovecot of SUT " + sut(), line, folder(), folder().resolve("dovecot.log"));
    }

    private static Greetings greetings(MailPorts ports) {
        return new Greetings(
                Map.of(ports.imap(), "* OK", ports.imapTls(), "", ports.lmtp(), "220 ", ports.signIn(), ""));
    }

    /** Returns instructions for inspecting the servers, one line each. */
    private List<String> access(Path file, Map<String, String> properties) {
        String trust = " -CAfile " + properties.get(MailSite.TRUST);
        String openssl = "openssl s_client -quiet -connect " + HOST + ":";
        return List.of(
                "login: " + LOGIN + " (any), password: in " + passwordFile(),
                "IMAP: " + openssl + properties.get(IMAP_TLS_PORT) + trust + " (plain and STARTTLS: port "
                        + properties.get(IMAP_PLAIN_PORT) + ")",
                "submission: " + openssl + properties.get(SMTP_TLS_PORT) + trust + " (plain and STARTTLS: port "
                        + properties.get(SMTP_PLAIN_PORT) + ")",
                "calendars and contacts: " + properties.get(MailSite.DAV_URL),
                "who is connected: doveadm -c " + file + " who",
                postfix().access());
    }
}
