// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.plateaubench.plugin.mail.service.dovecot.DovecotConfiguration.Listening;
import org.plateaubench.plugin.mail.site.SiteProperties;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** Dovecot, Postfix and Radicale as installed on this host, with a generated configuration in a folder. */
final class DovecotService extends EmbeddedService {
    /** Longest path of the folder, so that a socket below it stays within the limit of the system (107). */
    private static final int SHORT_PATH = 60;

    private static final List<InstalledProgram> DOVECOT = List.of(
            new InstalledProgram("dovecot", List.of(), "dovecot-imapd dovecot-lmtpd"),
            new InstalledProgram("imap", List.of("/usr/lib/dovecot", "/usr/libexec/dovecot"), "dovecot-imapd"),
            new InstalledProgram("lmtp", List.of("/usr/lib/dovecot", "/usr/libexec/dovecot"), "dovecot-lmtpd"));

    private final DovecotParameters given;

    /**
     * The running servers.
     *
     * @param site their address
     * @param configuration their versions and settings
     * @param access lines for the user
     */
    private record Running(SiteAddress site, Map<String, String> configuration, List<String> access)
            implements RunningSut {
        Running {
            configuration = new TreeMap<>(configuration);
            access = List.copyOf(access);
        }

        @Override
        public Map<String, String> properties() {
            return site.properties();
        }

        @Override
        public String place() {
            return site.place();
        }
    }

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
        List<Path> found = InstalledProgram.all(sut(), all);
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

    /** Returns the file with the password of this start. */
    private Path passwordFile() {
        return folder().resolve("password");
    }

    private Path socketFolder() throws IOException, SutException {
        Path socketFolder = folder().resolve("run");
        if (socketFolder.toString().length() <= SHORT_PATH) {
            FileTree.remove(socketFolder);
            return Files.createDirectory(
                    socketFolder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        Path link = elsewhere();
        if (Files.exists(link)) {
            FileTree.remove(link.toRealPath());
        }
        Files.deleteIfExists(link);
        // Others may pass through it, since the server that stores mail may be another user, but not list it.
        Path elsewhere = Files.createTempDirectory("plateau-mail");
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx--x--x"));
        if (elsewhere.toString().length() > SHORT_PATH) {
            Files.delete(elsewhere);
            throw new SutException(name() + " has no place for its sockets, whose folder's path may have " + SHORT_PATH
                    + " characters: " + socketFolder + " has "
                    + socketFolder.toString().length() + ", and " + elsewhere + " has "
                    + elsewhere.toString().length() + "; name a shorter folder for runs by --runs-dir.");
        }
        Files.createSymbolicLink(link, elsewhere);
        return elsewhere;
    }

    /**
     * Creates the folder for the sockets of the server that stores mail. The folder belongs to that server, and a
     * program of root has a link in the enclosing folder.
     */
    private static Path ownSockets(Path socketFolder) throws IOException {
        // Dovecot requires these permissions.
        return Files.createDirectory(
                socketFolder.resolve("store"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    /** Returns the link to the folder for sockets, used when the path of the SUT's folder is too long. */
    private Path elsewhere() {
        return folder().resolve("run-elsewhere");
    }

    @Override
    protected void stopped() throws IOException {
        if (Files.exists(elsewhere())) {
            FileTree.remove(elsewhere().toRealPath());
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
        Listening store = new Listening(
                servers.port(name(), given.imapPort()),
                servers.port(name(), given.imapTlsPort()),
                servers.port(name(), 0),
                servers.port(name(), 0));
        Postfix.Listening entry = Postfix.Listening.of(servers, name(), given);
        int dav = servers.port(name(), given.davPort());

        progress.report("starting Dovecot", 0, 3, "servers");
        Path file = folder().resolve("dovecot.conf");
        Path sockets = ownSockets(socketFolder);
        ServerCommand command = dovecot(programs.getFirst(), file, sockets);
        ServerUser user = ServerUser.behind(servers.limited(command).rights(), folder());
        ServerCertificate copy = certificate.copy(folder(), "dovecot");
        OwnerOnly.file(file, new DovecotConfiguration(given, sockets, mail(), copy, user, store).text(password));
        ServerProcess dovecot = servers.start(
                command.withTemporaryFile(file)
                        .withTemporaryFile(copy.certificate())
                        .withTemporaryFile(copy.key()),
                greetings(store),
                Greetings.LIMIT);
        progress.report("starting Postfix", 1, 3, "servers");
        Postfix.Setup setup = new Postfix.Setup(entry, store.lmtp(), store.signIn(), given);
        postfix().start(servers, sut(), socketFolder, programs.subList(3, 5), certificate, setup);
        progress.report("starting Radicale", 2, 3, "servers");
        radicale().start(servers, sut(), programs.getLast(), dav, password);

        SiteAddress address = new SiteAddress(given, password)
                .imap(store.imap(), store.imapTls())
                .smtp(entry.plain(), entry.tls())
                .dav(
                        "http://" + HOST + ":" + dav,
                        SiteProperties.USUAL_CALENDAR_PATH,
                        SiteProperties.USUAL_CONTACTS_PATH)
                .trust(certificate.authority())
                .telemetry(postfix().queue(), dovecot.pid());
        return new Running(address, new DovecotDescription(given, programs, folder()).facts(), access(file, address));
    }

    private ServerCommand dovecot(Path program, Path file, Path sockets) throws IOException {
        return ServerCommand.program(
                        "Dovecot of SUT " + sut(),
                        List.of(program.toString(), "-F", "-c", file.toString()),
                        folder(),
                        folder().resolve("dovecot.log"))
                .withFewestRights(List.of(program), List.of())
                .namingUser()
                .openingLog()
                .owning(List.of(OwnerOnly.folder(mail()), sockets));
    }

    private static Greetings greetings(Listening ports) {
        return new Greetings(
                Map.of(ports.imap(), "* OK", ports.imapTls(), "", ports.lmtp(), "220 ", ports.signIn(), ""));
    }

    private List<String> access(Path file, SiteAddress address) {
        List<String> lines = new ArrayList<>(address.access(passwordFile()));
        lines.add("who is connected: doveadm -c " + file + " who");
        lines.add(postfix().access());
        return lines;
    }
}
