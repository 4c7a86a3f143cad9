// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.dav.DavUser;
import org.plateaubench.plugin.mail.imap.ImapConnection;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.Endpoint;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.plugin.mail.smtp.Submission;
import org.plateaubench.spi.SutException;

/** Checks that every protocol of a site answers and accepts the first account, as for the workload. Any thread. */
final class SiteProbe {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int MOST_LINES = 40;

    private final String sut;
    private final MailSite site;
    private final Account account;
    private final MailSockets sockets;

    /** The check of a protocol. */
    private interface Try {
        void run() throws MailFailure;
    }

    SiteProbe(String sut, MailSite site) throws SutException {
        this.sut = sut;
        this.site = site;
        this.account = site.account(1);
        try {
            this.sockets = MailSockets.of(site, LIMIT);
        } catch (IllegalArgumentException e) {
            throw new SutException("SUT " + sut + ": trust: " + e.getMessage(), e);
        }
    }

    /**
     * Checks all protocols.
     *
     * @throws SutException with one message about all protocols that do not work
     */
    void check() throws SutException {
        List<String> complaints = new ArrayList<>();
        MailLink mailbox = sockets.imap(Counts.NONE);
        MailLink submission = sockets.smtp(Counts.NONE);
        attempt(
                complaints,
                "IMAP",
                () -> ImapConnection.open(mailbox, account, Counts.NONE).logout());
        attempt(complaints, "submission", () -> Submission.signIn(submission, account));
        if (site.davUrl().isPresent()) {
            askCalendars(complaints);
        }
        if (!complaints.isEmpty()) {
            throw new SutException("SUT " + sut + " does not work as needed for account " + account + ": "
                    + String.join("; ", complaints)
                    + ". Correct hosts, ports, security, login and password, or start the server that is down.");
        }
    }

    private void askCalendars(List<String> complaints) {
        try (DavConnections connections = new DavConnections(site, LIMIT, LIMIT);
                DavUser user = connections.user(account, Counts.NONE)) {
            attempt(complaints, "calendars", () -> user.calendar().exists());
        } catch (IllegalArgumentException e) {
            complaints.add("davUrl: " + e.getMessage());
        }
    }

    private static void attempt(List<String> complaints, String protocol, Try attempt) {
        try {
            attempt.run();
        } catch (MailFailure e) {
            complaints.add(protocol + ": " + e.getMessage());
        }
    }

    /** Returns the greetings of the servers. */
    Map<String, String> greetings() {
        Map<String, String> facts = new TreeMap<>();
        Endpoint imap = site.imap();
        facts.put("imap", imap + " " + imap.security().title());
        facts.put("imap says", said(imap, "a CAPABILITY", "a "));
        Endpoint smtp = site.smtp();
        facts.put("smtp", smtp + " " + smtp.security().title());
        facts.put("smtp says", said(smtp, "EHLO plateau.invalid", "250 "));
        site.davUrl().ifPresent(url -> facts.put("calendars and contacts", url));
        return facts;
    }

    /** Returns the greeting and the capabilities before signing in, or why there are none. */
    private String said(Endpoint endpoint, String question, String last) {
        MailLink link = new MailLink(sockets, endpoint, Counts.NONE);
        try (Socket socket = link.connect()) {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> said = new ArrayList<>();
            said.add(String.valueOf(lines.readLine()));
            socket.getOutputStream().write((question + "\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            while (said.size() < MOST_LINES) {
                String line = lines.readLine();
                if (line == null) {
                    break;
                }
                said.add(line);
                if (line.startsWith(last)) {
                    break;
                }
            }
            return String.join(" | ", said);
        } catch (MailFailure | IOException e) {
            return "nothing: " + e.getMessage();
        } finally {
            link.abort();
        }
    }
}
