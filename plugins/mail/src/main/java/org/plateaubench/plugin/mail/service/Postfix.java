// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.service.DovecotConfiguration.ConfigurationFile;
import org.plateaubench.plugin.mail.service.DovecotConfiguration.MailPorts;
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
    private static final Duration CHECK_TIMEOUT = Duration.ofMinutes(2);

    /** Checks before the start that this is root, and that the users of Postfix's package exist. */
    static void requireRights(String sut, Path path) throws SutException {
        if (!ServerRights.isRoot()) {
            throw new SutException("SUT " + sut + " has a Postfix, whose master process runs as root only (it gives its"
                    + " daemons the user " + OWNER + "); start the harness as root, in a container for instance, or"
                    + " start the servers yourself and name them in a SUT of service mail with mode external.");
        }
        try {
            user(path);
            path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(GROUP);
        } catch (IOException e) {
            throw new SutException(
                    "SUT " + sut + " has a Postfix, which needs user " + OWNER + " and group " + GROUP
                            + ", which its package makes; install that.",
                    e);
        }
    }

    private static UserPrincipal user(Path path) throws IOException {
        try {
            return path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(OWNER);
        } catch (UserPrincipalNotFoundException e) {
            throw new IOException("there is no user " + OWNER, e);
        }
    }

    /** Returns the Postfix of a SUT whose files are in a folder. */
    static Postfix of(Path sutFolder) {
        return new Postfix(sutFolder.resolve("postfix"));
    }

    /** Returns instructions for listing queued mail, one line without secrets. */
    String access() {
        return "queued mail: postqueue -c " + etc() + " -p";
    }

    /** Returns the folder of queued mail, with {@code incoming}, {@code active} and {@code deferred}. */
    Path queue() {
        return folder.resolve("queue");
    }

    Path etc() {
        return folder.resolve("etc");
    }

    /** Starts it; the store and the authentication service must be running. */
    void start(
            Servers servers,
            String sut,
            Path socketFolder,
            List<Path> programs,
            ServerCertificate certificate,
            MailPorts ports,
            DovecotParameters given)
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
        Files.write(
                etc.resolve("main.cf"),
                settings(socketFolder, certificate, ports, given).entrySet().stream()
                        .map(setting -> setting.getKey() + " = " + setting.getValue())
                        .toList());
        Files.writeString(
                etc.resolve("master.cf"),
                ConfigurationFile.text(
                        "postfix-master.cf",
                        Map.of(
                                "plain", ports.smtp(),
                                "tls", ports.smtpTls(),
                                "submissions", given.submissions())));
        Program check = new Program(
                List.of(programs.getFirst().toString(), "-c", etc.toString(), "check"),
                folder,
                folder.resolve("check.log"));
        if (!check.run(CHECK_TIMEOUT)) {
            throw new SutException(name + " rejects its configuration, or did not finish checking it within "
                    + CHECK_TIMEOUT.toSeconds() + " s: " + check.outputExcerpt());
        }
        List<String> line = List.of(programs.getLast().toString(), "-c", etc.toString(), "-s");
        servers.start(
                ServerCommand.program(name, line, folder, folder.resolveSibling("postfix.log")),
                new Greetings(Map.of(ports.smtp(), "220 ", ports.smtpTls(), "")),
                Greetings.LIMIT);
    }

    private static Map<String, String> settings(String file, Map<String, ?> placeholders) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String line : ConfigurationFile.lines(file, placeholders)) {
            int equals = line.indexOf('=');
            settings.put(
                    line.substring(0, equals).strip(),
                    line.substring(equals + 1).strip());
        }
        return settings;
    }

    /**
     * Returns the settings that contain no path of this host. docs/plugins/mail-servers.md explains each of them.
     */
    static Map<String, String> tuning() {
        return settings("postfix-tuning.cf", Map.of());
    }

    private static Map<String, String> settings(
            Path socketFolder, ServerCertificate certificate, MailPorts ports, DovecotParameters given) {
        Map<String, String> settings = settings(
                "postfix-main.cf",
                Map.of(
                        "queue", socketFolder.resolve(LINK),
                        "owner", OWNER,
                        "group", GROUP,
                        "domain", MailSite.DEFAULT_DOMAIN,
                        "lmtp", ports.lmtp(),
                        "signIn", ports.signIn(),
                        "certificate", certificate.certificate(),
                        "key", certificate.key()));
        settings.putAll(tuning());
        settings.putAll(given.postfixSettings());
        return settings;
    }
}
