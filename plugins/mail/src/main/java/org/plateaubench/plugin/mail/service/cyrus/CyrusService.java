// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.plugin.mail.service.cyrus.CyrusConfiguration.Listening;
import org.plateaubench.plugin.mail.service.host.Greetings;
import org.plateaubench.plugin.mail.service.host.InstalledProgram;
import org.plateaubench.plugin.mail.service.host.MailServers;
import org.plateaubench.plugin.mail.service.host.ServerUser;
import org.plateaubench.plugin.mail.service.host.SiteAddress;
import org.plateaubench.plugin.mail.service.host.SiteKeys;
import org.plateaubench.plugin.mail.service.host.Versions;
import org.plateaubench.plugin.mail.service.postfix.Postfix;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** Cyrus and Postfix with their files in a folder. */
final class CyrusService extends MailServers {
    private final CyrusParameters given;
    private final SiteKeys site;

    CyrusService(SutContext<CyrusParameters> context) {
        super(CyrusParameters.SERVICE, context);
        this.given = context.parameters();
        this.site = given.site();
    }

    /** Downloads nothing; reports missing programs before any process starts. */
    @Override
    public void fetch(Progress progress) throws SutException {
        CyrusHome.of(sut(), given.home());
        InstalledProgram.all(sut(), Postfix.PROGRAMS);
        Postfix.requireRights(sut(), folder());
    }

    private Postfix postfix() {
        return Postfix.of(folder());
    }

    @Override
    protected Running launch(Path socketFolder, String password, Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        fetch(progress);
        CyrusHome home = CyrusHome.of(sut(), given.home());
        ServerCertificate certificate = ServerCertificate.in(folder().resolve("certificate"));
        Listening store = new Listening(
                servers.port(name(), site.imapPort()),
                servers.port(name(), site.imapTlsPort()),
                servers.port(name(), site.lmtpPort()),
                servers.port(name(), site.davPort()));
        Postfix.Listening entry = Postfix.Listening.of(servers, name(), site);

        progress.report("starting Cyrus", 0, 2, "servers");
        ServerProcess cyrus = servers.start(
                cyrus(home, socketFolder, certificate, password, store, servers), greetings(store), Greetings.LIMIT);
        progress.report("starting Postfix", 1, 2, "servers");
        List<Path> programs = InstalledProgram.all(sut(), Postfix.PROGRAMS);
        postfix().start(servers, sut(), socketFolder, programs, certificate, setup(home, entry, store, password));

        SiteAddress address = new SiteAddress(site, password)
                .imap(store.imap(), store.imapTls())
                .smtp(entry.plain(), entry.tls())
                .lmtp(store.lmtp())
                .dav(
                        "http://" + HOST + ":" + store.dav(),
                        "/dav/calendars/user/{login}/calendar/",
                        "/dav/addressbooks/user/{login}/contacts/")
                .trust(certificate.authority())
                .telemetry(postfix().queue(), cyrus.pid());
        List<String> access = new ArrayList<>(address.access(passwordFile()));
        access.add(postfix().access());
        return new Running(address, facts(home), access);
    }

    private ServerCommand cyrus(
            CyrusHome home,
            Path socketFolder,
            ServerCertificate certificate,
            String password,
            Listening ports,
            Servers servers)
            throws IOException, SutException, InterruptedException {
        Path data = CyrusConfiguration.configuration(folder());
        for (String made : List.of("db", "lock", "log", "proc", "socket", "sieve")) {
            OwnerOnly.folder(data.resolve(made));
        }
        Path sockets = ownSockets(socketFolder);
        Path settings = folder().resolve("imapd.conf");
        Path processes = folder().resolve("cyrus.conf");
        Path master = home.program("master");
        List<String> line = List.of(
                master.toString(),
                "-D",
                "-C",
                settings.toString(),
                "-M",
                processes.toString(),
                "-p",
                data.resolve("master.pid").toString());
        ServerCommand command = ServerCommand.program(
                        "Cyrus of SUT " + sut(), line, folder(), folder().resolve("cyrus.log"))
                .withFewestRights(List.of(master), List.of())
                .namingUser()
                .owning(List.of(OwnerOnly.folder(CyrusConfiguration.spool(folder())), data, sockets))
                .withEnvironment(home.environment());
        ServerUser user = ServerUser.behind(servers.limited(command).rights(), folder());
        ServerCertificate copy = certificate.copy(folder(), "cyrus");
        CyrusConfiguration configuration = new CyrusConfiguration(given, folder(), sockets, copy, user.name());
        OwnerOnly.file(settings, configuration.settings(password));
        OwnerOnly.file(processes, configuration.processes(home, settings, ports));
        return command.withEnvironment(Map.of("CYRUS_USER", user.name(), "LC_ALL", "C"))
                .withTemporaryFile(settings)
                .withTemporaryFile(processes)
                .withTemporaryFile(copy.certificate())
                .withTemporaryFile(copy.key());
    }

    private static Greetings greetings(Listening ports) {
        return new Greetings(
                Map.of(ports.imap(), "* OK", ports.imapTls(), "", ports.lmtp(), "220 ", ports.dav(), Greetings.HTTP));
    }

    private Postfix.Setup setup(CyrusHome home, Postfix.Listening entry, Listening store, String password)
            throws IOException {
        // Debian's Postfix uses a subfolder of the given folder.
        Path passwords = Files.createDirectories(postfix().etc().resolve("sasl"));
        OwnerOnly.file(passwords.resolve("smtpd.conf"), CyrusConfiguration.lines(CyrusConfiguration.signIn(password)));
        StringBuilder environment = new StringBuilder("MAIL_CONFIG MAIL_DEBUG TZ LANG=C");
        home.environment()
                .forEach((name, value) ->
                        environment.append(' ').append(name).append('=').append(value));
        Map<String, String> signIn = new LinkedHashMap<>();
        signIn.put("smtpd_sasl_type", "cyrus");
        signIn.put("smtpd_sasl_path", "smtpd");
        signIn.put("cyrus_sasl_config_path", postfix().etc().toString());
        signIn.put("import_environment", environment.toString());
        return new Postfix.Setup(entry, store.lmtp(), signIn, site);
    }

    private Map<String, String> facts(CyrusHome home) throws IOException, InterruptedException {
        Versions versions = new Versions(folder());
        Map<String, String> facts = new TreeMap<>();
        facts.put("cyrus home", home.root().toString());
        facts.put("cyrus", Versions.cyrus(home.root().resolve("usr/lib/cyrus/cyrus-hardwired-config.txt")));
        facts.put("postfix", versions.postfix());
        facts.put("cyrus settings", CyrusConfiguration.tuning(given).toString());
        facts.put("cyrus settings given", given.cyrusSettings().toString());
        facts.put("postfix settings", Postfix.described(site));
        site.describe(facts);
        facts.put("most connections", Integer.toString(site.connections()));
        return facts;
    }
}
