// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.mail.service.dovecot.DovecotConfiguration.Listening;
import org.plateaubench.plugin.mail.service.host.Greetings;
import org.plateaubench.plugin.mail.service.host.InstalledProgram;
import org.plateaubench.plugin.mail.service.host.MailServers;
import org.plateaubench.plugin.mail.service.host.ServerUser;
import org.plateaubench.plugin.mail.service.host.SiteAddress;
import org.plateaubench.plugin.mail.service.host.SiteKeys;
import org.plateaubench.plugin.mail.service.postfix.Postfix;
import org.plateaubench.plugin.mail.service.radicale.Radicale;
import org.plateaubench.plugin.mail.site.SiteProperties;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** Dovecot, Postfix and Radicale with their files in a folder. */
final class DovecotService extends MailServers {
    private static final List<InstalledProgram> DOVECOT = List.of(
            new InstalledProgram("dovecot", List.of(), "dovecot-imapd dovecot-lmtpd"),
            new InstalledProgram("imap", List.of("/usr/lib/dovecot", "/usr/libexec/dovecot"), "dovecot-imapd"),
            new InstalledProgram("lmtp", List.of("/usr/lib/dovecot", "/usr/libexec/dovecot"), "dovecot-lmtpd"));

    private final DovecotParameters given;
    private final SiteKeys site;

    DovecotService(SutContext<DovecotParameters> context) {
        super(DovecotParameters.SERVICE, context);
        this.given = context.parameters();
        this.site = given.site();
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

    @Override
    protected Running launch(Path socketFolder, String password, Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        List<Path> programs = programs();
        ServerCertificate certificate = ServerCertificate.in(folder().resolve("certificate"));
        Listening store = new Listening(
                servers.port(name(), site.imapPort()),
                servers.port(name(), site.imapTlsPort()),
                servers.port(name(), 0),
                servers.port(name(), 0));
        Postfix.Listening entry = Postfix.Listening.of(servers, name(), site);
        int dav = servers.port(name(), site.davPort());

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
        postfix().start(servers, sut(), socketFolder, programs.subList(3, 5), certificate, setup(entry, store));
        progress.report("starting Radicale", 2, 3, "servers");
        radicale().start(servers, sut(), programs.getLast(), dav, password);

        SiteAddress address = new SiteAddress(site, password)
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

    private Postfix.Setup setup(Postfix.Listening entry, Listening store) {
        Map<String, String> signIn =
                Map.of("smtpd_sasl_type", "dovecot", "smtpd_sasl_path", "inet:" + HOST + ":" + store.signIn());
        return new Postfix.Setup(entry, store.lmtp(), signIn, site);
    }

    private List<String> access(Path file, SiteAddress address) {
        List<String> lines = new ArrayList<>(address.access(passwordFile()));
        lines.add("who is connected: doveadm -c " + file + " who");
        lines.add(postfix().access());
        return lines;
    }
}
