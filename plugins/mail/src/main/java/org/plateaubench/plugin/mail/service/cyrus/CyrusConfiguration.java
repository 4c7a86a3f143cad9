// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.ServerCertificate;

/**
 * The texts of {@code imapd.conf} and {@code cyrus.conf}.
 *
 * @param folder folder of the SUT
 * @param socketFolder folder for sockets
 * @param user user that all processes run as
 */
record CyrusConfiguration(
        CyrusParameters given, Path folder, Path socketFolder, ServerCertificate certificate, String user) {
    private static final int DELIVERIES = 50;
    private static final String FOLDERS = "Sent|Drafts|Trash|Junk|Archive";

    /** The ports on loopback. */
    record Listening(int imap, int imapTls, int lmtp, int dav) {}

    /**
     * Returns the settings that contain neither paths of this host nor the password. The reason for each is in
     * docs/plugins/mail-servers.md.
     */
    static Map<String, String> tuning(CyrusParameters given) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("allowplaintext", "yes");
        settings.put("altnamespace", "yes");
        settings.put("unixhierarchysep", "yes");
        settings.put("virtdomains", "off");
        settings.put("autocreate_quota", Integer.toString(given.site().quotaMebibytes() * 1024));
        settings.put("autocreate_post", "yes");
        settings.put("autocreate_inbox_folders", FOLDERS);
        settings.put("autocreate_subscribe_folders", FOLDERS);
        settings.put("xlist-sent", "Sent"); // For folders that the server creates itself.
        settings.put("xlist-drafts", "Drafts");
        settings.put("xlist-trash", "Trash");
        settings.put("xlist-junk", "Junk");
        settings.put("xlist-archive", "Archive");
        settings.put("httpmodules", "caldav carddav");
        settings.put("maxlogins_per_user", Integer.toString(given.site().connectionsPerUser()));
        return settings;
    }

    /**
     * Returns the settings for signing in: any user with the one password, checked by a statement that reads no table.
     */
    static Map<String, String> signIn(String password) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("pwcheck_method", "auxprop");
        settings.put("auxprop_plugin", "sql");
        settings.put("sql_engine", "sqlite3");
        settings.put("sql_database", ":memory:");
        settings.put("sql_select", "SELECT '" + password + "'");
        settings.put("mech_list", "PLAIN LOGIN");
        return settings;
    }

    /** Returns the folder of the data other than mail: the list of mailboxes, flags, indexes of calendars. */
    static Path configuration(Path folder) {
        return folder.resolve("cyrus");
    }

    static Path spool(Path folder) {
        return folder.resolve("mail");
    }

    /** Returns the text of {@code imapd.conf}. */
    String settings(String password) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("configdirectory", configuration(folder).toString());
        settings.put("defaultpartition", "default");
        settings.put("partition-default", spool(folder).toString());
        settings.put("cyrus_user", user);
        settings.put("idlesocket", socketFolder.resolve("idle").toString());
        settings.put("sievedir", configuration(folder).resolve("sieve").toString());
        settings.put("tls_server_cert", certificate.certificate().toString());
        settings.put("tls_server_key", certificate.key().toString());
        settings.putAll(tuning(given));
        settings.putAll(given.cyrusSettings());
        signIn(password).forEach((name, value) -> settings.put("sasl_" + name, value));
        return lines(settings);
    }

    /** Returns one line for each setting. */
    static String lines(Map<String, String> settings) {
        StringBuilder text = new StringBuilder();
        settings.forEach(
                (name, value) -> text.append(name).append(": ").append(value).append('\n'));
        return text.toString();
    }

    /** Returns the text of {@code cyrus.conf}: the processes that its master starts. */
    String processes(CyrusHome home, Path settings, Listening ports) {
        List<String> lines = new ArrayList<>();
        String databases = command(home, "ctl_cyrusdb", settings);
        lines.addAll(List.of("START {", "  recover cmd=\"" + databases + " -r\"", "}", "SERVICES {"));
        String imap = command(home, "imapd", settings);
        lines.add(service("imap", imap, ports.imap(), 2, given.site().connections()));
        lines.add(
                service("imaps", imap + " -s", ports.imapTls(), 2, given.site().connections()));
        lines.add(service(
                "http",
                command(home, "httpd", settings),
                ports.dav(),
                2,
                given.site().connections()));
        lines.add(service("lmtp", command(home, "lmtpd", settings) + " -a", ports.lmtp(), 1, DELIVERIES));
        lines.addAll(List.of("}", "EVENTS {", "  checkpoint cmd=\"" + databases + " -c\" period=30", "}"));
        lines.addAll(List.of("DAEMON {", "  idled cmd=\"" + command(home, "idled", settings) + "\"", "}", ""));
        return String.join("\n", lines);
    }

    private static String command(CyrusHome home, String program, Path settings) {
        return home.program(program) + " -C " + settings;
    }

    private static String service(String name, String command, int port, int waiting, int most) {
        return "  " + name + " cmd=\"" + command + "\" listen=\"" + EmbeddedService.HOST + ":" + port + "\" prefork="
                + waiting + " maxchild=" + most;
    }
}
