// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.process.EmbeddedService;
import org.plateaubench.process.ServerCertificate;

/**
 * The text of {@code dovecot.conf}.
 *
 * @param given keys from the user
 * @param socketFolder folder for sockets
 * @param mail folder of the stored mail
 * @param user user that all processes run as
 */
record DovecotConfiguration(
        DovecotParameters given,
        Path socketFolder,
        Path mail,
        ServerCertificate certificate,
        ServerUser user,
        Listening ports) {
    private static final int LOGIN_PROCESSES_MOST = 4;
    /** Spare connections, for those that end while others begin, and for the other services. */
    private static final int SPARE = 200;

    /**
     * The user that servers run as.
     *
     * @param uid id of the user, as the servers see it
     * @param gid id of the group, as the servers see it
     */
    record ServerUser(String name, String group, String uid, String gid) {}

    /** The ports on loopback. */
    record Listening(int imap, int imapTls, int lmtp, int signIn) {}

    /**
     * Returns everything except the password; it is also reported. The reason for each setting is in
     * docs/plugins/mail-servers.md.
     */
    static List<String> tuning(DovecotParameters given) {
        List<String> lines = new ArrayList<>();
        int most = given.connections() + SPARE;
        lines.add("default_client_limit = " + most);
        lines.add("mail_max_userip_connections = 0");
        lines.add("disable_plaintext_auth = no");
        lines.add("mail_location = " + given.storage().name().toLowerCase(Locale.ROOT) + ":~/mail");
        int logins = Math.min(LOGIN_PROCESSES_MOST, Runtime.getRuntime().availableProcessors());
        lines.addAll(List.of(
                "service imap-login {",
                "  service_count = 0",
                "  process_min_avail = " + logins,
                "  process_limit = " + logins,
                "  vsz_limit = 0",
                "}",
                "service imap {",
                "  process_limit = " + most,
                "}"));
        if (given.quotaMebibytes() > 0) {
            lines.addAll(List.of(
                    "mail_plugins = quota",
                    "protocol imap {",
                    "  mail_plugins = quota imap_quota",
                    "}",
                    "plugin {",
                    "  quota = count:User quota",
                    "  quota_vsizes = yes",
                    "  quota_rule = *:storage=" + given.quotaMebibytes() + "M",
                    "  quota_grace = 0%%",
                    "}"));
        }
        return lines;
    }

    /** Returns the whole text. */
    String text(String password) {
        List<String> lines = new ArrayList<>();
        lines.addAll(places());
        lines.addAll(folders());
        lines.addAll(tuning(given));
        lines.addAll(listeners());
        lines.addAll(given.dovecotSettings());
        // Last, so that a passdb among the user's lines is queried first.
        lines.addAll(List.of(
                "passdb {",
                "  driver = static",
                "  args = password=" + password,
                "}",
                "userdb {",
                "  driver = static",
                "  args = uid=" + user.uid() + " gid=" + user.gid() + " allow_all_users=yes",
                "}",
                ""));
        return String.join("\n", lines);
    }

    private List<String> places() {
        return List.of(
                "base_dir = " + socketFolder,
                "state_dir = " + socketFolder,
                "instance_name = plateau",
                "log_path = /dev/stderr",
                "protocols = imap lmtp",
                "listen = " + EmbeddedService.HOST,
                "default_internal_user = " + user.name(),
                "default_internal_group = " + user.group(),
                "default_login_user = " + user.name(),
                "first_valid_uid = " + user.uid(),
                "first_valid_gid = " + user.gid(),
                "mail_uid = " + user.uid(),
                "mail_gid = " + user.gid(),
                "mail_home = " + mail.toString().replace("%", "%%") + "/%Ln",
                "auth_mechanisms = plain login",
                "ssl = yes",
                "ssl_cert = <" + certificate.certificate(),
                "ssl_key = <" + certificate.key());
    }

    private static List<String> folders() {
        List<String> lines = new ArrayList<>(List.of("namespace inbox {", "  inbox = yes", "  separator = /"));
        for (String folder : List.of("Sent", "Drafts", "Trash", "Junk", "Archive")) {
            lines.addAll(
                    List.of("  mailbox " + folder + " {", "    auto = create", "    special_use = \\" + folder, "  }"));
        }
        lines.add("}");
        return lines;
    }

    /** Returns the services without chroot, which only root can use. */
    private List<String> listeners() {
        return List.of(
                "service anvil {",
                "  chroot =",
                "}",
                "service imap-login {",
                "  chroot =",
                "  inet_listener imap {",
                "    port = " + ports.imap(),
                "  }",
                "  inet_listener imaps {",
                "    port = " + ports.imapTls(),
                "    ssl = yes",
                "  }",
                "}",
                "service lmtp {",
                "  inet_listener lmtp {",
                "    port = " + ports.lmtp(),
                "  }",
                "}",
                "service auth {",
                "  inet_listener sign-in {",
                "    port = " + ports.signIn(),
                "  }",
                "}");
    }
}
