// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.nio.charset.StandardCharsets;
import org.eclipse.angus.mail.iap.Argument;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.server.TestCounts;

/** Connections of an account of a site, with their counts. */
record TestUser(MailSockets sockets, Account account, TestCounts counted) {
    static TestUser of(MailSite site, int number) {
        TestCounts counted = new TestCounts();
        return new TestUser(new MailSockets(site), site.account(number), counted);
    }

    MailLink link() {
        return MailLink.imap(sockets, counted);
    }

    ImapConnection open() throws MailFailure {
        return open(link());
    }

    ImapConnection open(MailLink link) throws MailFailure {
        return ImapConnection.open(link, account, counted);
    }

    /** Returns a signed-in connection with an open folder. */
    ImapConnection open(Mailbox mailbox) throws MailFailure {
        ImapConnection connection = open();
        connection.select(mailbox);
        return connection;
    }

    static Mailbox inbox() {
        return new Mailbox("INBOX", 500, token -> token.startsWith("run-"));
    }

    static byte[] message(String token, String subject, int bodyBytes) {
        String text = "From: a@mail.test\r\nTo: b@mail.test\r\nSubject: " + subject + "\r\nX-Plateau-Token: " + token
                + "\r\n\r\n" + "x".repeat(bodyBytes) + "\r\n";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Creates a folder. */
    static void create(ImapConnection connection, String folder) throws MailFailure {
        connection.run("CREATE", new Argument().writeString(folder));
    }

    /** Returns how many messages a folder of this account has. */
    int messages(String folder) throws MailFailure {
        Mailbox mailbox = new Mailbox(folder, 500, token -> true);
        open(mailbox).logout();
        return mailbox.exists();
    }

    long count(MailMeasure measure) {
        return counted.count(measure);
    }
}
