// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.process.ServerCertificate;

/** The text of Dovecot's configuration file. */
record DovecotConfiguration(
        DovecotParameters parameters,
        Path socketFolder,
        Path mailFolder,
        ServerCertificate certificate,
        ServerUser user,
        MailPorts ports) {
    private static final int MAX_LOGIN_PROCESSES = 4;
    /** Connections beyond the configured number, for clients that reconnect and for the other services. */
    private static final int EXTRA_CONNECTIONS = 200;

    /** The operating system user that runs the servers, with its numeric ids as the servers see them. */
    record ServerUser(String name, String group, String uid, String gid) {}

    /** The ports on loopback. Postfix listens on the SMTP ports, Radicale on the DAV port, Dovecot on the others. */
    record MailPorts(int imap, int imapTls, int lmtp, int signIn, int smtp, int smtpTls, int dav) {}

    /** Returns the tuning settings, which are also reported. docs/plugins/mail-servers.md explains each of them. */
    static List<String> tuning(DovecotParameters parameters) {
        int logins = Math.min(MAX_LOGIN_PROCESSES, Runtime.getRuntime().availableProcessors());
        List<String> lines = new ArrayList<>(ConfigurationFile.lines(
                "dovecot-tuning.conf",
                Map.of(
                        "connections",
                        parameters.connections() + EXTRA_CONNECTIONS,
                        "storage",
                        parameters.storage().name().toLowerCase(Locale.ROOT),
                        "logins",
                        logins)));
        if (parameters.quotaMebibytes() > 0) {
            lines.addAll(
                    ConfigurationFile.lines("dovecot-quota.conf", Map.of("mebibytes", parameters.quotaMebibytes())));
        }
        return lines;
    }

    String text(String password) {
        return ConfigurationFile.text(
                "dovecot.conf",
                Map.ofEntries(
                        Map.entry("sockets", socketFolder),
                        Map.entry("user", user.name()),
                        Map.entry("group", user.group()),
                        Map.entry("uid", user.uid()),
                        Map.entry("gid", user.gid()),
                        Map.entry("mail", mailFolder.toString().replace("%", "%%")),
                        Map.entry("certificate", certificate.certificate()),
                        Map.entry("key", certificate.key()),
                        Map.entry("tuning", String.join("\n", tuning(parameters))),
                        Map.entry("imap", ports.imap()),
                        Map.entry("imapTls", ports.imapTls()),
                        Map.entry("lmtp", ports.lmtp()),
                        Map.entry("signIn", ports.signIn()),
                        Map.entry("given", String.join("\n", parameters.dovecotSettings())),
                        Map.entry("password", password)));
    }

    /** The configuration files of the servers: resources in this package, with placeholders such as {@code {{port}}}. */
    static final class ConfigurationFile {
        private ConfigurationFile() {}

        /** Returns the text of a file with its placeholders replaced. */
        static String text(String name, Map<String, ?> placeholders) {
            try (InputStream file = ConfigurationFile.class.getResourceAsStream(name)) {
                String text = new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
                for (Map.Entry<String, ?> placeholder : placeholders.entrySet()) {
                    text = text.replace("{{" + placeholder.getKey() + "}}", String.valueOf(placeholder.getValue()));
                }
                return text;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static List<String> lines(String name, Map<String, ?> placeholders) {
            return text(name, placeholders)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
