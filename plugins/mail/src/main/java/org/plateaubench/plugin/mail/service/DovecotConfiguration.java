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

record DovecotConfiguration(
        DovecotParameters given,
        Path socketFolder,
        Path mail,
        ServerCertificate certificate,
        ServerUser user,
        Listening ports) {
    private static final int MAX_LOGIN_PROCESSES = 4;
    /** Additional connections, for those that end while others begin, and for the other services. */
    private static final int EXTRA_CONNECTIONS = 200;

    /** The user that servers run as, with its ids as the servers see them. */
    record ServerUser(String name, String group, String uid, String gid) {}

    /** The ports on loopback; those for submission are of Postfix, that of calendars and contacts of Radicale. */
    record Listening(int imap, int imapTls, int lmtp, int signIn, int smtp, int smtpTls, int dav) {}

    /** Returns the settings that are also reported; the reason for each is in docs/plugins/mail-servers.md. */
    static List<String> tuning(DovecotParameters given) {
        int logins = Math.min(MAX_LOGIN_PROCESSES, Runtime.getRuntime().availableProcessors());
        List<String> lines = new ArrayList<>(ConfigurationFile.lines(
                "dovecot-tuning.conf",
                Map.of(
                        "connections",
                        given.connections() + EXTRA_CONNECTIONS,
                        "storage",
                        given.storage().name().toLowerCase(Locale.ROOT),
                        "logins",
                        logins)));
        if (given.quotaMebibytes() > 0) {
            lines.addAll(ConfigurationFile.lines("dovecot-quota.conf", Map.of("mebibytes", given.quotaMebibytes())));
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
                        Map.entry("mail", mail.toString().replace("%", "%%")),
                        Map.entry("certificate", certificate.certificate()),
                        Map.entry("key", certificate.key()),
                        Map.entry("tuning", String.join("\n", tuning(given))),
                        Map.entry("imap", ports.imap()),
                        Map.entry("imapTls", ports.imapTls()),
                        Map.entry("lmtp", ports.lmtp()),
                        Map.entry("signIn", ports.signIn()),
                        Map.entry("given", String.join("\n", given.dovecotSettings())),
                        Map.entry("password", password)));
    }

    /** The configuration files of the servers: resources in this package, with placeholders such as {@code {{port}}}. */
    static final class ConfigurationFile {
        private ConfigurationFile() {}

        /** Returns the text of a file with its placeholders replaced. */
        static String text(String name, Map<String, ?> places) {
            try (InputStream file = ConfigurationFile.class.getResourceAsStream(name)) {
                String text = new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
                for (Map.Entry<String, ?> place : places.entrySet()) {
                    text = text.replace("{{" + place.getKey() + "}}", String.valueOf(place.getValue()));
                }
                return text;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static List<String> lines(String name, Map<String, ?> places) {
            return text(name, places)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }
}
