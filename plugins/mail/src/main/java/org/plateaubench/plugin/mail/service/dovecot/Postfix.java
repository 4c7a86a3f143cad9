// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plateaubench.plugin.mail.site.SiteProperties;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.Program;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerRights;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.SutException;

/**
 * A Postfix that accepts mail from authenticated users and delivers it to a store by LMTP. It sends no mail to other
 * hosts.
 *
 * @param folder folder of configuration, queue and data; its parent holds the log
 */
record Postfix(Path folder) {
    /** The programs of Postfix: the administration command, and the daemon that starts the rest. */
    static final List<InstalledProgram> PROGRAMS = List.of(
            new InstalledProgram("postfix", List.of(), "postfix"),
            new InstalledProgram("master", List.of("/usr/lib/postfix/sbin", "/usr/libexec/postfix"), "postfix"));

    private static final String OWNER = "postfix";
    private static final String GROUP = "postdrop";
    /** Name of a link to the queue, in the folder for sockets. */
    private static final String LINK = "postfix-queue";
    /** Time limit of a shell script that starts dozens of programs: it takes seconds, or a minute on a busy host. */
    private static final Duration CHECK_LIMIT = Duration.ofMinutes(2);

    /**
     * The rights of root that the master process keeps: it gives files and daemons to the user of its package, ends
     * daemons, and reads the files of both users.
     */
    private static final List<String> CAPABILITIES =
            List.of("chown", "dac_override", "fowner", "kill", "setgid", "setuid");

    /**
     * The setup.
     *
     * @param ports ports to listen on
     * @param lmtpPort port of the store
     * @param signInPort port where Dovecot checks passwords
     * @param site its most connections at a time on each port, and settings that
     *     override its own
     */
    record Setup(Listening ports, int lmtpPort, int signInPort, DovecotParameters site) {}

    /**
     * Ports on loopback.
     *
     * @param plain port with {@code STARTTLS}
     * @param tls port with implicit TLS
     */
    record Listening(int plain, int tls) {}

    /**
     * Checks early that it can be started.
     *
     * @throws SutException for any user but root, or without the users of its package
     */
    static void requireRights(String sut, Path somewhere) throws SutException {
        if (!ServerRights.isRoot()) {
            throw new SutException("SUT " + sut + " has a Postfix, whose master process runs as root only (it gives its"
                    + " daemons the user " + OWNER + "); start the harness as root, in a container for instance, or"
                    + " start the servers yourself and name them in a SUT of service mail with mode external.");
        }
        try {
            user(somewhere);
            somewhere.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(GROUP);
        } catch (IOException e) {
            throw new SutException(
                    "SUT " + sut + " has a Postfix, which needs user " + OWNER + " and group " + GROUP
                            + ", which its package makes; install that.",
                    e);
        }
    }

    private static UserPrincipal user(Path somewhere) throws IOException {
        try {
            return somewhere.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(OWNER);
        } catch (UserPrincipalNotFoundException e) {
            throw new IOException("there is no user " + OWNER, e);
        }
    }

    /** Returns the Postfix of a SUT whose files are in a folder. */
    static Postfix of(Path sutFolder) {
        return new Postfix(sutFolder.resolve("postfix"));
    }

    /** Returns how a person lists the mail that waits, a line without secrets. */
    String access() {
        return "mail that waits: postqueue -c " + etc() + " -p";
    }

    /** Returns the folder of mail that waits for delivery, in {@code incoming}, {@code active} and {@code deferred}. */
    Path queue() {
        return folder.resolve("queue");
    }

    /** Returns the folder of its configuration. */
    Path etc() {
        return folder.resolve("etc");
    }

    /**
     * Starts it; the store and the authentication service must be running.
     *
     * @param socketFolder folder for sockets
     */
    void start(
            Servers servers,
            String sut,
            Path socketFolder,
            List<Path> programs,
            ServerCertificate certificate,
            Setup setup)
            throws IOException, SutException, InterruptedException {
        String name = "Postfix of SUT " + sut;
        Path etc = etc();
        // Its daemons pass through this folder as a separate user.
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        for (Path made : List.of(etc, queue(), folder.resolve("data"))) {
            Files.createDirectories(made);
        }
        Files.setOwner(folder.resolve("data"), user(folder));
        Files.createSymbolicLink(socketFolder.resolve(LINK), queue());
        Files.write(etc.resolve("main.cf"), lines(settings(socketFolder, certificate, setup)));
        Files.write(etc.resolve("master.cf"), daemons(setup));
        List<String> rights = ServerRights.ofRoot(folder, CAPABILITIES);
        Program check = new Program(
                Stream.concat(rights.stream(), Stream.of(programs.getFirst().toString(), "-c", etc.toString(), "check"))
                        .toList(),
                folder,
                folder.resolve("check.log"));
        if (!check.run(CHECK_LIMIT)) {
            throw new SutException(name + " rejects its configuration, or did not finish checking it within "
                    + CHECK_LIMIT.toSeconds() + " s: " + check.firstWords());
        }
        List<String> line = List.of(programs.getLast().toString(), "-c", etc.toString(), "-s");
        servers.start(
                ServerCommand.program(name, line, folder, folder.resolveSibling("postfix.log"))
                        .withRights(rights),
                new Greetings(
                        Map.of(setup.ports().plain(), "220 ", setup.ports().tls(), "")),
                Greetings.LIMIT);
    }

    private static List<String> lines(Map<String, String> settings) {
        List<String> lines = new ArrayList<>();
        settings.forEach((name, value) -> lines.add(name + " = " + value));
        return lines;
    }

    /**
     * Returns the settings that contain no path of this host; the reason for each is in docs/plugins/mail-servers.md.
     */
    static Map<String, String> tuning() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("message_size_limit", "52428800");
        settings.put("smtpd_client_connection_count_limit", "0");
        settings.put("smtpd_peername_lookup", "no");
        settings.put("disable_dns_lookups", "yes");
        settings.put("lmtp_host_lookup", "native");
        return settings;
    }

    private static Map<String, String> settings(Path socketFolder, ServerCertificate certificate, Setup setup) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("compatibility_level", "3.6");
        // Not the queue's own path: its socket "public/postlog" is opened by an absolute path, which must be short.
        settings.put("queue_directory", socketFolder.resolve(LINK).toString());
        // Relative to the queue, so that its own user gets there through folders that only root can access.
        settings.put("data_directory", "../data");
        settings.put("maillog_file", "/dev/stdout");
        settings.put("mail_owner", OWNER);
        settings.put("setgid_group", GROUP);
        settings.put("myhostname", "localhost");
        settings.put("mydomain", SiteProperties.USUAL_DOMAIN);
        settings.put("myorigin", SiteProperties.USUAL_DOMAIN);
        settings.put("mydestination", "");
        settings.put("inet_interfaces", EmbeddedService.HOST);
        settings.put("inet_protocols", "ipv4");
        settings.put("mynetworks", EmbeddedService.HOST);
        settings.put("alias_maps", "");
        settings.put("alias_database", "");
        settings.put("local_recipient_maps", "");
        settings.put("virtual_mailbox_domains", SiteProperties.USUAL_DOMAIN);
        settings.put("virtual_transport", "lmtp:inet:" + EmbeddedService.HOST + ":" + setup.lmtpPort());
        settings.put("default_transport", "error:5.1.2 no mail leaves this server");
        settings.put("relay_transport", "error:5.1.2 no mail leaves this server");
        settings.put("smtpd_sasl_auth_enable", "yes");
        settings.put("smtpd_sasl_type", "dovecot");
        settings.put("smtpd_sasl_path", "inet:" + EmbeddedService.HOST + ":" + setup.signInPort());
        settings.put("smtpd_relay_restrictions", "permit_sasl_authenticated, reject");
        settings.put("smtpd_tls_security_level", "may");
        settings.put("smtpd_tls_cert_file", certificate.certificate().toString());
        settings.put("smtpd_tls_key_file", certificate.key().toString());
        settings.put("lmtp_tls_security_level", "none");
        settings.putAll(tuning());
        settings.putAll(setup.site().postfixSettings());
        return settings;
    }

    /** Returns one line each: service, type, private, unprivileged, chroot, wake-up, most processes, program. */
    private static List<String> daemons(Setup setup) {
        String host = EmbeddedService.HOST + ":";
        return List.of(
                host + setup.ports().plain() + " inet n - n - " + setup.site().submissions() + " smtpd",
                host + setup.ports().tls() + " inet n - n - " + setup.site().submissions() + " smtpd",
                "  -o smtpd_tls_wrappermode=yes",
                "pickup unix n - n 60 1 pickup",
                "cleanup unix n - n - 0 cleanup",
                "qmgr unix n - n 300 1 qmgr",
                "tlsmgr unix - - n 1000? 1 tlsmgr",
                "rewrite unix - - n - - trivial-rewrite",
                "bounce unix - - n - 0 bounce",
                "defer unix - - n - 0 bounce",
                "trace unix - - n - 0 bounce",
                "verify unix - - n - 1 verify",
                "showq unix n - n - - showq",
                "flush unix n - n 1000? 0 flush",
                "proxymap unix - - n - - proxymap",
                "proxywrite unix - - n - 1 proxymap",
                "error unix - - n - - error",
                "retry unix - - n - - error",
                "discard unix - - n - - discard",
                "lmtp unix - - n - - lmtp",
                "anvil unix - - n - 1 anvil",
                "scache unix - - n - 1 scache",
                "postlog unix-dgram n - n - 1 postlogd");
    }
}
